"""The rules of the house, for every file that the project keeps."""

import ast
import re
import subprocess
from pathlib import Path

import pytest

import dev

ROOT = Path(__file__).resolve().parents[1]

# Written so that no pattern finds itself.
UNFINISHED = re.compile(r"\b(?:TO[D]O|FIX[M]E|NotImplemented[E]rror|pytest\.[s]kip|pytest\.mark\.[s]kip|x[f]ail)")
MACHINE_PATH = re.compile(r"(?<![\w.}*)-])/(?:work|home|root)\b(?!-)|[A-Z]:\\Users\b")
REGISTRY_HOST = re.compile(
    r"pypi\.(?:org|python)|python[h]osted|npmjs\.(?:org|com)|registry\.yarn|crates\.[i]o|conda\.[a]naconda"
)


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """All files but the ignored ones; an empty repository finds them even in a copy without a history."""
    repository = tmp_path_factory.mktemp("empty") / ".git"
    subprocess.run(["git", "init", "--quiet", "--bare", repository], check=True)
    command = [
        "git",
        f"--git-dir={repository}",
        f"--work-tree={ROOT}",
        "ls-files",
        "-z",
        "--others",
        "--exclude-standard",
    ]
    listing = subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True, encoding="utf-8").stdout
    return [ROOT / name for name in listing.split("\0") if name]


def found(pattern: re.Pattern[str], files: list[Path]) -> list[str]:
    """Where the pattern stands, as file:line: text."""
    return [
        f"{path.relative_to(ROOT)}:{number}: {line.strip()}"
        for path in files
        for number, line in enumerate(path.read_text(encoding="utf-8", errors="ignore").splitlines(), start=1)
        if pattern.search(line)
    ]


def python_files(files: list[Path]) -> list[Path]:
    return [path for path in files if path.suffix == ".py"]


def modules(files: list[Path]) -> list[Path]:
    return [path for path in python_files(files) if path.is_relative_to(ROOT / "src")]


def test_the_files_are_found(files: list[Path]) -> None:
    assert Path(__file__).resolve() in files
    assert ROOT / "src" / "rulewright" / "__init__.py" in files
    assert not [path for path in files if ".venv" in path.parts]


def test_every_module_can_be_read_in_one_sitting(files: list[Path]) -> None:
    assert {path.name: lines for path in modules(files) if (lines := len(path.read_bytes().splitlines())) > 600} == {}


def test_every_module_says_what_it_is(files: list[Path]) -> None:
    assert [path for path in modules(files) if not ast.get_docstring(ast.parse(path.read_bytes()))] == []


def test_nothing_is_left_unfinished_or_skipped(files: list[Path]) -> None:
    assert found(UNFINISHED, python_files(files)) == []


def test_no_file_knows_the_machine_that_it_was_written_on(files: list[Path]) -> None:
    assert found(MACHINE_PATH, files) == []


def test_no_file_names_a_package_registry(files: list[Path]) -> None:
    assert found(REGISTRY_HOST, files) == []


@pytest.mark.parametrize(
    ("pattern", "text"),
    [
        (UNFINISHED, "# TO" + "DO: later"),
        (UNFINISHED, "raise NotImplemented" + "Error"),
        (UNFINISHED, "@pytest.mark.x" + "fail"),
        (MACHINE_PATH, "open('/" + "home/ann/dice.txt')"),
        (MACHINE_PATH, "see /" + "work/notes"),
        (MACHINE_PATH, "C:" + "\\Users\\ann"),
        (REGISTRY_HOST, "https://pypi" + ".org/simple"),
        (REGISTRY_HOST, "files.python" + "hosted.org"),
    ],
)
def test_the_patterns_bite(pattern: re.Pattern[str], text: str) -> None:
    assert pattern.search(text)


def test_the_browser_is_the_named_one_or_none(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    browser = tmp_path / "my-browser"
    browser.touch(mode=0o755)
    monkeypatch.setenv("RULEWRIGHT_CHROMIUM", str(browser))
    assert dev.find_chromium() == str(browser)
    browser.unlink()
    assert dev.find_chromium() is None


def test_without_a_name_the_browser_is_the_first_on_the_path(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("RULEWRIGHT_CHROMIUM", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert dev.find_chromium() is None
    for name in ["google-chrome", "chromium"]:
        (tmp_path / name).touch(mode=0o755)
    assert dev.find_chromium() == str(tmp_path / "chromium")


def test_the_locks_are_hashed_and_agree() -> None:
    run, development = (dict(locked(ROOT / name)) for name in ["requirements.lock", "requirements-dev.lock"])
    assert run.items() <= development.items()
    assert {"click", "msgspec", "pyyaml", "hatchling"} <= run.keys()
    assert all(run.values())


def locked(path: Path) -> list[tuple[str, tuple[str, ...]]]:
    """Every package of a lock with its hashes."""
    entries = re.findall(
        r"^([a-z0-9-]+)==\S+.*\\\n((?:    --hash=sha256:[0-9a-f]{64}(?: \\)?\n)+)", path.read_text(), re.M
    )
    return [(name, tuple(re.findall(r"[0-9a-f]{64}", hashes))) for name, hashes in entries]

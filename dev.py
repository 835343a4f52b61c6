"""The one door for developers: makes what is needed, then runs, checks, tests or documents Rulewright.

Standard library only, and no syntax newer than Python 3.6, so that a bare or old machine is told what it lacks.
"""

import hashlib
import importlib.util
import os
import platform
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NoReturn

if sys.version_info < (3, 11):
    sys.exit(f"Rulewright needs Python 3.11 or newer, and this is Python {platform.python_version()}.")

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
IS_WINDOWS = os.name == "nt"
PYTHON = VENV / ("Scripts/python.exe" if IS_WINDOWS else "bin/python")
RULEWRIGHT = VENV / ("Scripts/rulewright.exe" if IS_WINDOWS else "bin/rulewright")
RUN_LOCK = ROOT / "requirements.lock"
DEV_LOCK = ROOT / "requirements-dev.lock"  # has everything of RUN_LOCK too
BENCH = ROOT / "bench"
CHROMIUM_NAMES = ["chromium", "chromium-browser", "google-chrome"]

# Arguments for Python: tools are started as modules, which keeps working when the folder has been moved.
LINTERS = {
    "ruff check": ["-m", "ruff", "check"],
    "ruff format": ["-m", "ruff", "format", "--check"],
    "mypy": ["-m", "mypy"],
    "import-linter": ["-c", "from importlinter.cli import import_linter; import_linter()", "lint", "--no-logo"],
}


# -- Saying and starting things --


def say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def stop(text: str) -> NoReturn:
    say(text)
    raise SystemExit(2)


def start(*command: str | Path, **environment: str) -> int:
    """Run a command from the project's folder and give its exit code."""
    return subprocess.call(command, cwd=ROOT, env={**os.environ, **environment})


def start_quietly(*command: str | Path) -> int:
    """Run a step of setting up, which reads no input and whose output matters only if it fails."""
    done = subprocess.run(command, cwd=ROOT, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if done.returncode:
        say(done.stdout.decode(errors="replace"))
    return done.returncode


def step_fails(name: str, *arguments: str) -> bool:
    """Run Python with these arguments, under a heading."""
    print(f"\n== {name}", flush=True)
    return start(PYTHON, *arguments) != 0


# -- Setting up --


def install(lock: Path) -> None:
    """Bring .venv to what the lock says, unless it is there already."""
    stamp = VENV / f"{lock.stem}.stamp"
    if PYTHON.exists() and stamp.exists() and stamp.read_text() == fingerprint(lock):
        return
    say(f"Setting up .venv from {lock.name} …")
    stamp.unlink(missing_ok=True)
    if not PYTHON.exists():
        make_venv()
    pip: list[str | Path] = [PYTHON, "-m", "pip", "--disable-pip-version-check", "install"]
    if start_quietly(*pip, "--require-hashes", "--requirement", lock):
        stop(f"The packages of {lock.name} could not be installed; the reason stands above.")
    if start_quietly(*pip, "--no-deps", "--no-build-isolation", "--editable", ROOT):
        stop("Rulewright itself could not be installed; the reason stands above.")
    stamp.write_text(fingerprint(lock))


def fingerprint(lock: Path) -> str:
    """What an installation depends on; the folder counts, because the project is installed in place."""
    return hashlib.sha256(bytes(ROOT) + (ROOT / "pyproject.toml").read_bytes() + lock.read_bytes()).hexdigest()


def make_venv() -> None:
    if importlib.util.find_spec("venv") is None or importlib.util.find_spec("ensurepip") is None:
        stop(
            "This Python cannot make virtual environments: its modules venv and ensurepip are not both there.\n"
            "On Debian and Ubuntu they come with the package python3-venv: sudo apt install python3-venv"
        )
    if start_quietly(sys.executable, "-m", "venv", "--clear", VENV):
        stop(f"The virtual environment {VENV} could not be made; the reason stands above.")


# -- The browser --


def find_chromium() -> str | None:
    """Find the Chromium that RULEWRIGHT_CHROMIUM names, or else the first on the PATH."""
    chosen = os.environ.get("RULEWRIGHT_CHROMIUM")
    return next(filter(None, map(shutil.which, [chosen] if chosen else CHROMIUM_NAMES)), None)


def ensure_chromium() -> str | None:
    """Find Chromium, or fetch it: from Debian where we may, otherwise with Playwright."""
    chosen = os.environ.get("RULEWRIGHT_CHROMIUM")
    if chosen and not find_chromium():
        stop(f"RULEWRIGHT_CHROMIUM names {chosen}, but no program that could be started is there.")
    return find_chromium() or chromium_from_debian() or chromium_from_playwright()


def chromium_from_debian() -> str | None:
    if not (Path("/etc/debian_version").exists() and shutil.which("apt-get") and os.geteuid() == 0):
        return None
    say("Installing Chromium with apt-get …")
    apt = ["env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "--yes", "--no-install-recommends"]
    if start_quietly(*apt, "update") or start_quietly(*apt, "install", "chromium", "fonts-liberation"):
        say("apt-get could not install Chromium; the reason stands above.")
    return find_chromium()


def chromium_from_playwright() -> str | None:
    say("Fetching Chromium with Playwright …")
    if start_quietly(PYTHON, "-m", "playwright", "install", "chromium"):
        return None
    question = "from playwright.sync_api import sync_playwright as p\nwith p() as q: print(q.chromium.executable_path)"
    return subprocess.run([PYTHON, "-c", question], check=True, stdout=subprocess.PIPE, text=True).stdout.strip()


# -- Commands --


def run(arguments: list[str]) -> int:
    """Run rulewright with the arguments that follow"""
    install(RUN_LOCK)
    return subprocess.call([RULEWRIGHT, *arguments])  # where the caller stands, so that his file names hold


def check(arguments: list[str]) -> int:
    """Run the linters only: style, types, who may import whom"""
    install(DEV_LOCK)
    failed = failed_linters()
    print(f"\nFailed: {', '.join(failed)}" if failed else "\nAll of the linters are content.")
    return 1 if failed else 0


def failed_linters() -> list[str]:
    return [name for name, command in LINTERS.items() if step_fails(name, *command)]


def test(arguments: list[str]) -> int:
    """Run everything that must pass: linters, docs and tests; arguments go to pytest"""
    install(DEV_LOCK)
    chromium = ensure_chromium()
    failed = failed_linters()
    if docs_fail():
        failed.append("docs")
    if chromium is None and "CI" in os.environ:
        failed.append("browser tests (no Chromium)")
    notices = [f"FAILED BEFORE THE TESTS: {', '.join(failed)}"] if failed else []
    if chromium is None:
        notices.append("BROWSER TESTS LEFT OUT: there is no Chromium; install it, or name it in RULEWRIGHT_CHROMIUM")
    print("", *notices, "== tests", sep="\n", flush=True)
    environment = {"RULEWRIGHT_CHROMIUM": chromium or "", "RULEWRIGHT_NOTICES": "\n".join(notices)}
    tests_fail = start(PYTHON, *pytest_command(arguments, browser=chromium is not None), **environment) != 0
    return 1 if failed or tests_fail else 0


def docs_fail() -> bool:
    with tempfile.TemporaryDirectory() as folder:
        return step_fails("docs", "-m", "mkdocs", "build", "--strict", "--site-dir", folder)


def pytest_command(arguments: list[str], *, browser: bool) -> list[str]:
    coverage = [] if arguments else ["--cov"]  # only all of the tests together can cover all of the code
    selection = [] if browser else ["-m", "not browser"]
    return ["-m", "pytest", "-n", "2", *coverage, *selection, *arguments]


def docs(arguments: list[str]) -> int:
    """Build the documentation into site/"""
    install(DEV_LOCK)
    return start(PYTHON, "-m", "mkdocs", "build", "--strict", *arguments)


def bench(arguments: list[str]) -> int:
    """Run the benchmarks named by the arguments, or all of them, one after the other"""
    known = sorted(path.stem for path in BENCH.glob("*.py") if path.stem != "support")
    unknown = set(arguments) - set(known)
    if unknown:
        stop(f"No such benchmark: {', '.join(sorted(unknown))}. There are: {', '.join(known)}.")
    install(DEV_LOCK)
    failed = [name for name in arguments or known if step_fails(name, str(BENCH / f"{name}.py"))]
    return 1 if failed else 0


def golden(arguments: list[str]) -> int:
    """Write anew what is generated and compared in tests: transcripts of sessions, tables in the games' manuals"""
    install(DEV_LOCK)
    return start(PYTHON, "-m", "tests.golden.sessions") or start(PYTHON, "-m", "tests.golden.manuals")


def lock(arguments: list[str]) -> int:
    """Write the lock files anew; with --upgrade they take the newest of everything"""
    install(DEV_LOCK)
    compile_dev_lock = ["--group", "dev", "--constraints", RUN_LOCK.name]
    return write_lock(RUN_LOCK, "--group", "build", *arguments) or write_lock(DEV_LOCK, *compile_dev_lock, *arguments)


def write_lock(path: Path, *options: str) -> int:
    places = ["--universal", "--python-version", "3.11"]
    style = ["--quiet", "--no-header", "--generate-hashes"]
    code = start(PYTHON, "-m", "uv", "pip", "compile", "pyproject.toml", *places, *style, *options, "-o", path.name)
    if code == 0:
        text = path.read_text(encoding="utf-8")
        path.write_text(f"# Made by `python3 dev.py lock`; do not edit.\n{text}", encoding="utf-8")
    return code


def mutate(arguments: list[str]) -> int:
    """Break the rules of a game on purpose and count what its tests notice; GAME (glog), MODULES of its rules"""
    install(DEV_LOCK)
    return start(PYTHON, "-m", "tests.mutation.run", *arguments)


COMMANDS = {command.__name__: command for command in [run, test, check, docs, bench, golden, lock, mutate]}


def main(arguments: list[str]) -> int:
    name = arguments[0] if arguments else ""
    if name in COMMANDS:
        return COMMANDS[name](arguments[1:])
    print("python3 dev.py COMMAND [ARGUMENTS]\n")
    for known, command in COMMANDS.items():
        print(f"  {known:8}{command.__doc__}")
    return 2 if arguments else 0


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit(130)

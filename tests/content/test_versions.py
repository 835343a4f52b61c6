"""Versions are compared as numbers."""

import pytest

from rulewright.content.versions import fits


@pytest.mark.parametrize(
    ("version", "wanted"),
    [
        ("1.2", ""),
        ("1.2", ">=1.2"),
        ("1.10", ">=1.9"),
        ("1.2.0", "=1.2"),
        ("1", "=1.0.0"),
        ("1.2", ">=1, <2"),
        ("1.9.9", "<2"),
        ("2", "<=2.0"),
        ("0.1.0", ">0"),
    ],
)
def test_a_version_fits(version: str, wanted: str) -> None:
    assert fits(version, wanted)


@pytest.mark.parametrize(
    ("version", "wanted"),
    [("1.2", ">=1.3"), ("1.9", ">=1.10"), ("2.0", ">=1, <2"), ("1.0", ">1"), ("1.0.1", "=1"), ("0", ">0")],
)
def test_a_version_does_not_fit(version: str, wanted: str) -> None:
    assert not fits(version, wanted)

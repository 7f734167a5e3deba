"""The index of the dataset: never needed, never wrong."""

import json
import shutil
from pathlib import Path

import pytest

from battlesim.roster import published
from battlesim.roster.published import Record, ids, records


@pytest.fixture(scope="module")
def fresh(tmp_path_factory) -> Path:
    index = tmp_path_factory.mktemp("index") / published._index_name()
    published._write_index(index)
    return index


@pytest.fixture
def index(fresh, tmp_path, monkeypatch):
    """A sound index in a cache directory of its own."""
    monkeypatch.setattr(published, "cache_directory", lambda: tmp_path / "cache")
    published._index.cache_clear()
    (tmp_path / "cache").mkdir()
    yield Path(shutil.copy(fresh, tmp_path / "cache"))
    published._index.cache_clear()


def _plain(found: tuple[Record, ...]) -> str:
    return json.dumps(found, sort_keys=True)


def _bundled(id: str) -> str:
    return _plain(tuple(published._joined("layout")[id]))


def test_the_index_says_what_the_bundle_says(index):
    assert _plain(records("layout", "bm-take-vs-take-02")) == _bundled("bm-take-vs-take-02")
    assert ids("datasheet") == tuple(sorted(published._joined("datasheet")))
    assert index.is_file()


@pytest.mark.parametrize("damage", [b"", b"not a database at all", b"SQLite format 3\0" + bytes(200)])
def test_a_damaged_index_is_thrown_away_and_the_bundle_answers(index, damage):
    index.write_bytes(damage)
    assert _plain(records("layout", "bm-take-vs-take-02")) == _bundled("bm-take-vs-take-02")
    assert not index.exists()


def test_an_index_with_its_middle_missing_is_noticed(index):
    whole = index.read_bytes()
    index.write_bytes(whole[:4096] + bytes(len(whole) - 8192) + whole[-4096:])
    assert _plain(records("layout", "bm-take-vs-take-02")) == _bundled("bm-take-vs-take-02")
    assert not index.exists()


def test_an_index_that_goes_away_is_not_missed(index):
    assert len(ids("layout")) == 46
    index.unlink()
    assert records("layout", "bm-take-vs-take-02")


def test_where_nothing_can_be_written_the_bundle_answers(index):
    shutil.rmtree(index.parent)
    index.parent.write_text("a file where the directory should be")
    assert len(ids("layout")) == 46
    assert records("layout", "bm-take-vs-take-02")


def test_an_index_that_is_not_there_is_made(index):
    index.unlink()
    assert records("layout", "kotc-colosseum")
    assert index.is_file()
    assert list(index.parent.iterdir()) == [index]


def test_an_id_that_is_not_there_has_no_records(index):
    assert records("layout", "nowhere") == ()

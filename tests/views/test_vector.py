"""Pictures as SVG and whole replays as one page."""

import json
import re
import shutil
import subprocess
from dataclasses import replace
from xml.etree import ElementTree

import pytest

from battlesim.errors import BattlesimError
from battlesim.model.text import LANGUAGES, Text
from battlesim.units import length_unit
from battlesim.views.export import render
from battlesim.views.frame import layout
from battlesim.views.inset import ruled
from battlesim.views.options import ViewOptions
from battlesim.views.page import page
from battlesim.views.show import Show
from battlesim.views.svg import svg
from battlesim.views.vector import Pencil, number
from tests.views.samples import netepic_battle, wh40k_battle

BATTLES = [wh40k_battle(), netepic_battle()]
NAMES = ["wh40k", "netepic"]
WHERE = layout((1280, 720))


@pytest.fixture(scope="module", params=BATTLES, ids=NAMES)
def replay(request):
    """A page of a replay, and what it holds."""
    document = page(Show(request.param), "fr")
    held = re.search(r'<script type="application/json" id="replay">(.*?)</script>', document, re.DOTALL)
    return request.param, document, json.loads(held[1])


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("battle", BATTLES, ids=NAMES)
def test_every_step_is_a_well_formed_document_whose_bases_are_all_defined(battle, language):
    show = Show(battle)
    for position in range(len(battle.steps) + 1):
        root = ElementTree.fromstring(svg(show, float(position), ViewOptions(language), WHERE))
        ids = {element.get("id") for element in root.iter() if element.get("id")}
        used = {element.get("href") for element in root.iter() if element.tag.endswith("}use")}
        assert used
        assert {f"#{id}" for id in ids} >= used


def test_texts_are_texts_and_measured_values_are_among_them():
    root = ElementTree.fromstring(svg(Show(BATTLES[0]), 2.0, ViewOptions("ja"), WHERE))
    words = {element.text for element in root.iter() if element.tag.endswith("}text")}
    assert {"8.00 mv", "> 8.00 mv", "8.00mvちょうどは「8mvより離れる」ではない"} <= words


def test_a_picture_refers_to_nothing_outside_itself():
    document = svg(Show(BATTLES[0]), 7.0, ViewOptions(), WHERE)
    assert set(re.findall(r"https?://[^\"' ]+", document)) == {"http://www.w3.org/2000/svg"}
    assert "<image" not in document
    assert "url(" not in document


@pytest.mark.parametrize("battle", BATTLES, ids=NAMES)
def test_a_part_of_the_table_has_its_small_map_and_its_ruler(battle):
    show = Show(battle)
    for position in map(float, range(1, len(battle.steps) + 1)):
        camera = show.camera(position, WHERE.port, scale=WHERE.scale)
        inset, box = show.inset_box(camera, position), show.ruler_box(camera, position)
        elements = list(ElementTree.fromstring(svg(show, position, ViewOptions(), WHERE)))
        words = [e.text for e in elements if e.tag.endswith("}text")]
        unit = length_unit(battle.header.unit)
        assert (f"{ruled(unit, camera)} {unit.symbol}" in words) is (inset is not None)
        if inset is None:
            continue
        dots = [
            e for e in elements if e.tag.endswith("}circle") and within(float(e.get("cx")), float(e.get("cy")), inset)
        ]
        standing = [model for model in show.at(position, ViewOptions()).now.scene.models.values() if model.on_table]
        assert len(dots) == len(standing)
        long = ruled(unit, camera) * float(unit.mm) * camera.zoom
        assert f"M{number(box[0] + 8)} {number(box[3] - 8)}h{number(long)}M" in "".join(
            e.get("d") for e in elements if e.tag.endswith("}path")
        )


def within(x, y, box):
    return box[0] <= x <= box[2] and box[1] <= y <= box[3]


def test_the_same_moment_is_written_the_same():
    assert svg(Show(BATTLES[1]), 3.0, ViewOptions(), WHERE) == svg(Show(BATTLES[1]), 3.0, ViewOptions(), WHERE)


def test_names_with_signs_of_markup_stay_names():
    odd = Text('A <b> & "C" </script>')
    battle = replace(BATTLES[0], header=replace(BATTLES[0].header, title=odd))
    ElementTree.fromstring(svg(Show(battle), 0.0, ViewOptions(), WHERE))
    document = page(Show(battle), "en")
    assert document.count("</script>") == 2
    assert "<b> &" not in re.sub(r"<script.*?</script>", "", document, flags=re.DOTALL)


@pytest.mark.parametrize(("value", "text"), [(0.0, "0"), (-0.001, "0"), (1.0, "1"), (1.006, "1.01"), (-12.5, "-12.5")])
def test_numbers_are_short(value, text):
    assert number(value) == text


def test_a_page_holds_every_step_in_three_languages(replay):
    battle, _, held = replay
    assert held["language"] == "fr"
    assert len(held["steps"]) == len(battle.steps) + 1
    for step in held["steps"]:
        assert set(step["told"]) == set(LANGUAGES)
        assert all(told["caption"] and told["labels"] for told in step["told"].values())
    refused = [number for number, step in enumerate(held["steps"]) if not step["legal"]]
    assert refused == [step.index + 1 for step in battle.steps if not step.legal]


def test_a_page_needs_nothing_from_outside(replay):
    _, document, _ = replay
    assert set(re.findall(r"https?://[^\"' <]+", document)) <= {"http://www.w3.org/2000/svg"}
    assert not re.search(r"<(link|img|iframe)\b|\bsrc=|@import|url\(", document)
    assert "@REPLAY@" not in document


def test_every_base_on_a_page_is_defined(replay):
    _, document, held = replay
    defined = set(re.findall(r'<g id="(b\d+)">', document))
    used = {id for step in held["steps"] for part in ("under", "bases") for id in re.findall(r"#(b\d+)", step[part])}
    assert used
    assert used <= defined


def test_strokes_keep_their_width_where_the_page_zooms(replay):
    held = replay[2]
    assert "non-scaling-stroke" in held["steps"][2]["over"] + held["steps"][2]["under"]
    assert "non-scaling-stroke" not in svg(Show(BATTLES[0]), 2.0, ViewOptions(), WHERE)


def test_both_are_rendered_by_suffix(tmp_path):
    told = []
    render(BATTLES[1], tmp_path / "a.svg", language="fr", step=1, progress=lambda n, of: told.append((n, of)))
    render(BATTLES[1], tmp_path / "a.html", progress=lambda n, of: told.append((n, of)))
    assert (tmp_path / "a.svg").read_text("utf-8").startswith("<svg ")
    assert (tmp_path / "a.html").read_text("utf-8").startswith("<!DOCTYPE html>")
    assert told == [(1, 1), *((n, 5) for n in range(1, 6))]
    with pytest.raises(BattlesimError, match="there is no step"):
        render(BATTLES[1], tmp_path / "b.svg", step=99)


BROWSER = next(
    (found for name in ("chromium", "chromium-browser", "google-chrome") if (found := shutil.which(name))), ""
)


@pytest.mark.skipif(not BROWSER, reason="no Chromium to open the page with")
def test_a_browser_shows_the_step_that_is_asked_for(tmp_path):
    render(BATTLES[0], tmp_path / "replay.html")
    address = (tmp_path / "replay.html").as_uri() + "#step=2&language=ja"
    flags = [
        "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking",
        "--disable-component-update", "--disable-sync", f"--user-data-dir={tmp_path / 'profile'}",
        "--virtual-time-budget=2000", "--dump-dom",
    ]  # fmt: skip
    shown = subprocess.run([BROWSER, *flags, address], capture_output=True, text=True, timeout=90, check=True).stdout
    body = re.sub(r"<script.*?</script>", "", shown, flags=re.DOTALL)
    assert '<p id="caption" aria-live="polite" class="refused">8.00mvちょうどは' in body
    assert re.search(r'<g id="labels">.*8\.00 mv', body, re.DOTALL)
    assert 'data-model="guard.1"' in body
    assert re.search(r"--k: ?[\d.]+", body)


@pytest.mark.parametrize("battle", BATTLES, ids=NAMES)
def test_the_numbers_on_the_frame_can_be_read_where_the_whole_table_is_seen(battle):
    show = Show(battle)
    camera, field = show.whole(WHERE.port, scale=1.0), battle.header.start.battlefield
    table = show.at(0.0, ViewOptions()).still[:1]
    for point in (None, 1.0 / camera.zoom):
        drawn = Pencil(point=point).drawn(table)
        sizes = {float(size) for size in re.findall(r'font-size="([\d.]+)"', drawn)}
        assert min(sizes) * camera.zoom > 7.0
        # the frame is in sight whole
        rim = -float(re.search(r'<rect x="(-[\d.]+)"', drawn)[1])
        assert camera.seen[0] < -rim
        assert camera.seen[1] < -rim
        assert camera.seen[2] > field.width + rim

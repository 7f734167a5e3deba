"""The buttons, menus and slider of the player window: pygame_gui's widgets, in the colours of the picture."""

from __future__ import annotations

from typing import Any, Final

import pygame
import pygame_gui
from pygame_gui.elements import UIButton, UIDropDownMenu, UIHorizontalSlider

from battlesim.model.text import LANGUAGES, Language
from battlesim.resources import assets
from battlesim.views.frame import Layout
from battlesim.views.lettering import BOLD, REGULAR, Lettering
from battlesim.views.palette import ACCENT, BACKDROP, CARD, FAINT_INK, INK, NEUTRAL, PANEL, RULE, SOFT_INK, mixed
from battlesim.views.phrases import phrase
from battlesim.views.primitives import Colour
from battlesim.views.state import SPEEDS, TOGGLES, Chapter, PlayerState
from battlesim.views.strokes import polygon

_MOVES: Final = ("start", "back", "play", "step", "end")
_LANGUAGE_NAMES: Final = {"en": "English", "ja": "日本語", "fr": "Français"}


def _hex(colour: Colour) -> str:
    return f"#{colour[0]:02x}{colour[1]:02x}{colour[2]:02x}"


def theme(scale: float) -> dict[str, Any]:
    """The theme of the widgets at a scale."""
    lit = mixed(CARD, INK, 0.12)
    on = mixed(CARD, ACCENT, 0.28)
    letters = {"name": "battlesim", "size": str(max(round(12 * scale), 8)), "bold": "0"}
    shape = {
        "shape": "rounded_rectangle", "shape_corner_radius": str(round(6 * scale)), "border_width": "1",
        "shadow_width": "0", "text_horiz_alignment_padding": str(round(8 * scale)),
    }  # fmt: skip
    colours = {
        "normal_bg": _hex(CARD), "hovered_bg": _hex(lit), "disabled_bg": _hex(PANEL), "selected_bg": _hex(on),
        "active_bg": _hex(on), "dark_bg": _hex(PANEL), "normal_text": _hex(INK), "hovered_text": _hex(INK),
        "disabled_text": _hex(FAINT_INK), "selected_text": _hex(NEUTRAL), "active_text": _hex(NEUTRAL),
        "normal_border": _hex(RULE), "hovered_border": _hex(SOFT_INK), "disabled_border": _hex(CARD),
        "selected_border": _hex(ACCENT), "active_border": _hex(ACCENT), "filled_bar": _hex(ACCENT), "unfilled_bar": _hex(CARD),
    }  # fmt: skip
    return {
        "defaults": {"colours": colours, "font": letters},
        "button": {"misc": shape, "font": letters},
        "drop_down_menu": {
            "misc": {**shape, "expand_direction": "up", "open_button_width": str(round(22 * scale))},
            "font": letters,
        },
        "drop_down_menu.#expand_button": {"misc": {**shape, "border_width": "0"}, "font": letters},
        "drop_down_menu.button": {"misc": {**shape, "border_width": "0"}, "font": letters},
        "drop_down_menu.selection_list.button": {
            "misc": {**shape, "border_width": "0", "text_horiz_alignment": "left"},
            "font": letters,
        },
        "selection_list": {"misc": {**shape, "list_item_height": str(round(26 * scale))}},
        "horizontal_slider": {
            "misc": {**shape, "enable_arrow_buttons": "0", "sliding_button_width": str(round(14 * scale))}
        },
        "horizontal_slider.#sliding_button": {"colours": {"normal_bg": _hex(SOFT_INK), "hovered_bg": _hex(INK)}},
        "tool_tip": {"misc": {"rect_width": str(round(200 * scale))}, "font": letters},
        "tool_tip.text_box": {"misc": shape, "font": letters},
        "text_box": {"misc": shape, "font": letters},
    }


class Controls:
    """The widgets of one window size and language. They hold no state: ``show`` sets them, events name actions."""

    def __init__(
        self, where: Layout, state: PlayerState, chapters: tuple[Chapter, ...], *, several: bool = False
    ) -> None:
        self.where, self.language, self.chapters = where, state.options.language, chapters
        scale = where.scale
        folder = assets() / "fonts"
        # the widget library loads its fonts by name before it reads the theme
        self.manager = pygame_gui.UIManager(where.size, enable_live_theme_updates=False)
        self.manager.add_font_paths("battlesim", str(folder / REGULAR), str(folder / BOLD))
        self.manager.get_theme().load_theme(theme(scale))
        self.moves: dict[str, UIButton] = {}
        self.toggles: dict[str, UIButton] = {}
        self.turns: dict[str, UIButton] = {}
        self._build(state, several=several)

    def _build(self, state: PlayerState, *, several: bool) -> None:
        left, top, right, bottom = self.where.controls
        s, language = self.where.scale, self.language
        high = round(32 * s)
        y, x, gap = round(top + (bottom - top - high) / 2), round(left + 14 * s), round(6 * s)
        for move in _MOVES:
            wide = round((44 if move == "play" else 34) * s)
            self.moves[move] = self._button((x, y, wide, high), "", phrase(move, language))
            x += wide + gap
        x += gap
        for by, text, hint in (("-1", "‹", "battle-before"), ("1", "›", "battle-after")) if several else ():
            wide = round(26 * s)
            self.turns[by] = self._button((x, y, wide, high), text, phrase(hint, language))
            x += wide + gap
        wide = round(72 * s)
        nearest = min(range(len(SPEEDS)), key=lambda n: abs(SPEEDS[n] - state.speed))
        self.speed = UIHorizontalSlider(
            pygame.Rect(x, y + round(6 * s), wide, high - round(12 * s)), nearest, (0, len(SPEEDS) - 1), self.manager
        )
        x += wide + gap
        self.speed_text = x, y, high
        x += round(38 * s) + gap
        wide = round(216 * s)
        first = phrase("chapter", language), "none"
        write = Lettering(s)
        names = [(write.cut(mark.name, 12.0, False, wide - 40 * s), str(mark.position)) for mark in self.chapters]
        options: list[str | tuple[str, str]] = [first, *names]
        self.jump = UIDropDownMenu(
            options, first, pygame.Rect(x, y, wide, high), self.manager, expansion_height_limit=round(300 * s)
        )
        x += wide + gap * 2
        end = round(right - 14 * s)
        self.help = self._button((end - high, y, high, high), "?", phrase("help", language))
        end -= high + gap
        wide = round(96 * s)
        languages: list[str | tuple[str, str]] = [(_LANGUAGE_NAMES[one], one) for one in LANGUAGES]
        self.language_menu = UIDropDownMenu(
            languages, (_LANGUAGE_NAMES[language], language), pygame.Rect(end - wide, y, wide, high), self.manager
        )
        end -= wide + gap
        self._switches(x, y, end, high, gap)

    def _switches(self, x: int, y: int, end: int, high: int, gap: int) -> None:
        names = ("follow", "fit", *TOGGLES)
        write = Lettering(self.where.scale)
        wanted = [write.measure(phrase(name, self.language), 12.0, False)[0] + 18 * self.where.scale for name in names]
        room = end - x - gap * (len(names) - 1)
        # where the words are too wide for the window they are cut, all alike; the tooltip has them whole
        squeeze = min(room / sum(wanted), 1.0)
        for name, width in zip(names, wanted, strict=True):
            whole = phrase(name, self.language)
            wide = max(int(width * squeeze), round(24 * self.where.scale))
            text = write.cut(whole, 12.0, False, wide - 8 * self.where.scale)
            self.toggles[name] = self._button((x, y, wide, high), text, whole)
            x += wide + gap

    def _button(self, box: tuple[int, int, int, int], text: str, hint: str) -> UIButton:
        return UIButton(pygame.Rect(box), text, self.manager, tool_tip_text=hint)

    def show(self, state: PlayerState) -> None:
        """Make the widgets look like the state."""
        lit = {name: bool(getattr(state.options, name)) for name in TOGGLES} | {"follow": state.following, "fit": False}
        for name, button in self.toggles.items():
            if lit[name] and not button.is_selected:
                button.select()  # type: ignore[no-untyped-call]
            elif not lit[name] and button.is_selected:
                button.unselect()  # type: ignore[no-untyped-call]
        nearest = min(range(len(SPEEDS)), key=lambda n: abs(SPEEDS[n] - state.speed))
        if not self.speed.has_moved_recently and round(self.speed.get_current_value()) != nearest:
            self.speed.set_current_value(nearest)

    def action(self, event: pygame.event.Event) -> tuple[str, str]:
        """What a widget's event asks for, as an action and its object; ("", "") for any other event."""
        if event.type == pygame_gui.UI_BUTTON_PRESSED:
            for name, button in (*self.moves.items(), *self.toggles.items()):
                if event.ui_element == button:
                    return ("toggle", name) if name in TOGGLES else (name, "")
            for by, button in self.turns.items():
                if event.ui_element == button:
                    return "battle", by
            return ("help", "") if event.ui_element == self.help else ("", "")
        if event.type == pygame_gui.UI_DROP_DOWN_MENU_CHANGED:
            chosen = str(event.selected_option_id)
            if event.ui_element == self.language_menu:
                return "language", chosen
            if event.ui_element == self.jump and chosen != "none":
                return "jump", chosen
        if event.type == pygame_gui.UI_HORIZONTAL_SLIDER_MOVED and event.ui_element == self.speed:
            return "speed", str(SPEEDS[round(event.value)])
        return "", ""

    @property
    def busy(self) -> bool:
        """Whether a menu is open, so that the table must not take the clicks."""
        return any(menu.current_state is menu.menu_states["expanded"] for menu in (self.jump, self.language_menu))

    def draw(self, surface: pygame.Surface, state: PlayerState) -> None:
        """Draw the row, the signs on the buttons, and the help over all where it is asked for."""
        left, top, right, bottom = self.where.controls
        surface.fill(BACKDROP[:3], pygame.Rect(round(left), round(top), round(right - left), round(bottom - top) + 1))
        self.manager.draw_ui(surface)
        for name, button in self.moves.items():
            shape = "pause" if name == "play" and state.playing else name
            sign(surface, shape, button.rect, ACCENT if name == "play" else INK, self.where.scale)
        write = Lettering(self.where.scale)
        x, y, high = self.speed_text
        text = f"{state.speed:g}×"
        height = write.measure(text, 12.0, True)[1]
        write.draw(surface, text, (x, y + (high - height) / 2), 12.0, SOFT_INK, bold=True)


def sign(surface: pygame.Surface, name: str, rect: pygame.Rect, colour: Colour, scale: float) -> None:
    """The sign of a button, drawn: triangles and bars."""
    x, y, r = float(rect.centerx), float(rect.centery), 6.0 * scale

    def triangle(at: float, to: int) -> None:
        polygon(surface, ((at - to * r * 0.6, y - r), (at - to * r * 0.6, y + r), (at + to * r * 0.9, y)), colour)

    def bar(at: float) -> None:
        pygame.draw.rect(
            surface,
            colour[:3],
            pygame.Rect(round(at - 1.2 * scale), round(y - r), max(round(2.6 * scale), 2), round(2 * r)),
        )

    if name == "play":
        triangle(x, 1)
    elif name == "pause":
        bar(x - 3.4 * scale)
        bar(x + 3.4 * scale)
    elif name in ("step", "back"):
        to = 1 if name == "step" else -1
        triangle(x - to * 1.5 * scale, to)
        bar(x + to * r * 0.95)
    else:
        to = 1 if name == "end" else -1
        triangle(x - to * r * 0.75, to)
        triangle(x + to * r * 0.45, to)
        bar(x + to * r * 1.55)


def language_of(code: str) -> Language:
    """A language by its code."""
    return next(one for one in LANGUAGES if one == code)

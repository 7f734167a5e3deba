"""What is said of a step that came out otherwise than its file expects, in three languages.

What a file says (keys, ids, numbers) is quoted as it stands there; sentences of the game come from a ``Wording``.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from typing import Final

from battlesim.model.text import Language, Text

MESSAGES: Final[Mapping[str, Text]] = {
    "as-written": Text("runs as written", "書かれた通りに進む", "se déroule comme écrit"),
    "not-expected": Text(
        "the action is not legal, and nothing expects that:",
        "この行動は不可で、それは予期されていない：",
        "l'action n'est pas permise, et rien ne l'attend :",
    ),
    "refused-by-more": Text(
        "the action is refused by more than is expected:",
        "予期された以外の理由でも行動が不可：",
        "l'action est refusée par plus que ce qui est attendu :",
    ),
    "refused": Text("the action is refused:", "この行動は不可：", "l'action est refusée :"),
    "legal": Text("the action is legal:", "この行動は可：", "l'action est permise :"),
    "legal-rulings": Text(
        "the action is legal; the rulings on it were:",
        "この行動は可。判定は次の通り：",
        "l'action est permise ; les décisions étaient :",
    ),
    "not-refusing": Text(
        "{rule} does not refuse the action; the rulings were:",
        "{rule}は行動を不可としていない。判定は次の通り：",
        "{rule} ne refuse pas l'action ; les décisions étaient :",
    ),
    "not-speaking": Text(
        "{rule} does not speak; the rulings were:",
        "{rule}の判定がない。判定は次の通り：",
        "{rule} ne dit rien ; les décisions étaient :",
    ),
    "speaks": Text("{rule} speaks:", "{rule}の判定がある：", "{rule} se prononce :"),
    "but-holds": Text(
        "expected holds: {expected}, but it holds",
        "予期：holds: {expected}、実際は成立",
        "attendu holds: {expected}, mais c'est vérifié",
    ),
    "but-fails": Text(
        "expected holds: {expected}, but it does not hold",
        "予期：holds: {expected}、実際は不成立",
        "attendu holds: {expected}, mais ce n'est pas vérifié",
    ),
    "no-length": Text(
        "expected {what}: {expected}, but the ruling has no {what} length",
        "予期：{what}: {expected}、判定に{what}の長さがない",
        "attendu {what}: {expected}, mais la décision n'a pas de longueur {what}",
    ),
    "but-is": Text(
        "expected {what}: {expected}, but it is {found}",
        "予期：{what}: {expected}、実際は{found}",
        "attendu {what}: {expected}, mais c'est {found}",
    ),
    "but-counted": Text(
        "expected count: {expected}, but {found} was counted",
        "予期：count: {expected}、実際に数えたのは{found}",
        "attendu count: {expected}, mais on a compté {found}",
    ),
    "but-close": Text(
        "expected close-call: {expected}, but it is a close call",
        "予期：close-call: {expected}、実際は限界ちょうど",
        "attendu close-call: {expected}, mais c'est pile à la limite",
    ),
    "but-not-close": Text(
        "expected close-call: {expected}, but it is not a close call",
        "予期：close-call: {expected}、実際は限界ちょうどではない",
        "attendu close-call: {expected}, mais ce n'est pas pile à la limite",
    ),
    "rolls": Text(
        "expected {purpose}: {expected}; the rolls were:",
        "予期：{purpose}: {expected}。ロールは次の通り：",
        "attendu {purpose}: {expected} ; les jets étaient :",
    ),
    "not-rolled": Text(
        "expected {purpose}: {expected}; nothing of the kind was rolled for '{purpose}'; the rolls were:",
        "予期：{purpose}: {expected}。{purpose}のロールがない。ロールは次の通り：",
        "attendu {purpose}: {expected} ; rien n'a été jeté pour « {purpose} » ; les jets étaient :",
    ),
    "rolled": Text(
        "dice were rolled for '{purpose}':", "{purpose}のロールがある：", "des dés ont été jetés pour « {purpose} » :"
    ),
    "sums": Text(
        "expected {stat}: {expected}; the sums were:",
        "予期：{stat}: {expected}。計算は次の通り：",
        "attendu {stat}: {expected} ; les calculs étaient :",
    ),
    "choices": Text(
        "expected '{option}' for '{purpose}'; the choices were:",
        "予期：{purpose}に{option}。選択は次の通り：",
        "attendu « {option} » pour « {purpose} » ; les choix étaient :",
    ),
    "choice": Text("{told} (of {options})", "{told}（{options}から）", "{told} (parmi {options})"),
    "joined": Text(
        "there is no {name} any more: it is a part of another unit; name its models, such as {name}.1",
        "{name}はもうない：他のユニットに合流した。{name}.1のように兵を指定する",
        "il n'y a plus de {name} : il fait partie d'une autre unité ; nommer ses figurines, par exemple {name}.1",
    ),
    "several": Text(
        "{name} has several models: name one of them, such as {name}.1",
        "{name}には複数の兵がいる：{name}.1のように1体を指定する",
        "{name} a plusieurs figurines : en nommer une, par exemple {name}.1",
    ),
    "gone": Text("there is no {name} any more", "{name}はもうない", "il n'y a plus de {name}"),
    "lost": Text("{unit} lost {count} of its models", "{unit}が失った兵は{count}体", "{unit} a perdu {count} de ses figurines"),
    "models-left": Text("{unit} has {count} models left", "{unit}の残りの兵は{count}体", "il reste {count} figurines à {unit}"),
    "models-left-one": Text("{unit} has 1 model left", "{unit}の残りの兵は1体", "il reste 1 figurine à {unit}"),
    "listed": Text("{told}: {names}", "{told}：{names}", "{told} : {names}"),
    "wounds-left": Text("{model} has {count} left", "{model}の残りは{count}", "il reste {count} à {model}"),
    "off-table": Text(
        "{model} is not on the table but {place}", "{model}は戦場になく、{place}", "{model} n'est pas sur la table mais {place}"
    ),
    "is-at": Text(
        "{model} is at [{x}, {y}] facing {facing} ({place}), {off} from there",
        "{model}は[{x}, {y}]、向き{facing}（{place}）、そこから{off}",
        "{model} est en [{x}, {y}] tourné à {facing} ({place}), à {off} de là",
    ),
    "is-in": Text("{model} is {place}", "{model}：{place}", "{model} : {place}"),
    "not-destroyed": Text("{names} is not destroyed", "{names}は撃破されていない", "{names} : pas détruit"),
    "nothing-left": Text("nothing is left of {name}", "{name}は何も残っていない", "il ne reste rien de {name}"),
    "state": Text(
        "{name} has {mark}: {value}; all its marks are: {marks}",
        "{name}の{mark}は{value}。全ての状態：{marks}",
        "{name} a {mark}: {value} ; toutes ses marques : {marks}",
    ),
    "clock": Text(
        "the {what} is {found}, in {round}, {side}, {phase}",
        "{what}は{found}（{round}、{side}、{phase}）",
        "{what} : {found} ({round}, {side}, {phase})",
    ),
    "nothing": Text("nothing", "なし", "rien"),
    "none": Text("none", "なし", "aucun"),
    "and": Text(" and ", "と", " et "),
    "table": Text("on the table", "戦場", "sur la table"),
    "reserves": Text("in reserves", "予備", "en réserve"),
    "aboard": Text("aboard {carrier}", "{carrier}に乗車中", "à bord de {carrier}"),
    "destroyed": Text("destroyed", "撃破", "détruit"),
    "measured": Text("measured", "計測値", "mesuré"),
    "from": Text("from", "起点", "de"),
    "to": Text("to", "終点", "à"),
    "limit": Text("limit", "限界", "limite"),
    "source": Text("source", "出典", "source"),
    "end": Text("{end} at {spot}", "{end} {spot}", "{end} en {spot}"),
    "close": Text(", a close call", "、限界ちょうど", ", pile à la limite"),
    "cut-short": Text(
        "the step could not be played to its end: {why}",
        "ステップを最後まで進められなかった：{why}",
        "l'étape n'a pas pu être jouée jusqu'au bout : {why}",
    ),
    "not-reached": Text(
        "not reached: the battle stopped at step {step}",
        "未到達：戦闘はステップ{step}で止まった",
        "pas atteint : la bataille s'est arrêtée à l'étape {step}",
    ),
    "hold": Text(
        "{passed} of {all} expectations hold{more}",
        "予期{all}件中{passed}件が成立{more}",
        "{passed} sur {all} attentes vérifiées{more}",
    ),
    "warnings": Text(
        "; {count} warnings, see battlesim check",
        "、警告{count}件（battlesim check を参照）",
        " ; {count} avertissements, voir battlesim check",
    ),
    "warnings-one": Text(
        "; 1 warning, see battlesim check",
        "、警告1件（battlesim check を参照）",
        " ; 1 avertissement, voir battlesim check",
    ),
    "not-asked": Text(
        "{count} expectations further on could not be asked",
        "この先の予期{count}件は確かめられなかった",
        "{count} attentes plus loin n'ont pas pu être vérifiées",
    ),
    "not-asked-one": Text(
        "1 expectation further on could not be asked",
        "この先の予期1件は確かめられなかった",
        "1 attente plus loin n'a pas pu être vérifiée",
    ),
}  # fmt: skip
"""Every sentence by its key; one about a count has another, with ``-one``, for a single thing."""


def say(key: str, language: Language, **parts: object) -> str:
    """The sentence in that language, filled in."""
    if parts.get("count") == 1 and f"{key}-one" in MESSAGES:
        key = f"{key}-one"
    return MESSAGES[key].to(language).format(**parts)


def label(key: str, language: Language) -> str:
    """A word at the start of a line, so wide that what comes after it stands in one column."""
    text = MESSAGES[key].to(language)
    cells = sum(2 if unicodedata.east_asian_width(character) in "WF" else 1 for character in text)
    return text + " " * max(9 - cells, 1)

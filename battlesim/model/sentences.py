"""The sentences of the program's own about rulings, rolls and events, in three languages, with places to fill in."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from battlesim.model.ruling import Comparison
from battlesim.model.text import Text

MUST_BE: Final[Mapping[Comparison, Text]] = {
    "within": Text("it must be {limit} or less", "{limit}以下でなければならない", "il faut {limit} ou moins"),
    "beyond": Text("it must be more than {limit}", "{limit}を超えなければならない", "il faut plus de {limit}"),
    "short-of": Text("it must be less than {limit}", "{limit}未満でなければならない", "il faut moins de {limit}"),
}
"""What a limit asks for, where the measured value fails it."""

COMPARED: Final[Mapping[Comparison, Text]] = {
    "within": Text("within {limit}", "{limit}以内", "à {limit} ou moins"),
    "beyond": Text("more than {limit}", "{limit}超", "à plus de {limit}"),
    "short-of": Text("less than {limit}", "{limit}未満", "à moins de {limit}"),
}
"""The comparison itself, as words of a label."""

SAID: Final[Mapping[str, Text]] = {
    "holds": Text("holds", "成立", "vérifié"),
    "fails": Text("does not hold", "不成立", "non vérifié"),
    "refused": Text("refused", "不可", "refusé"),
    "colon": Text(": ", "：", " : "),
    "bracketed": Text(" ({what})", "（{what}）", " ({what})"),
    "stop": Text(". ", "。", ". "),
    "and": Text("; ", "、", " ; "),
    "list": Text(", ", "、", ", "),
    "close": Text(" (at the limit)", "（限界ちょうど）", " (pile à la limite)"),
    "because": Text("because ", "理由：", "car "),
    "gap": Text("{a} to {b} is {value}", "{a}から{b}まで{value}", "de {a} à {b} : {value}"),
    "gap-3d": Text(
        "{a} to {b} is {value} in space", "{a}から{b}まで空間距離{value}", "de {a} à {b} : {value} dans l'espace"
    ),
    "height": Text(
        "{a} and {b} are {value} apart in height", "{a}と{b}の高低差は{value}", "{a} et {b} : {value} de dénivelé"
    ),
    "reach": Text(
        "the farthest part of {b} is {value} from {a}",
        "{b}の最も遠い部分は{a}から{value}",
        "la partie de {b} la plus éloignée est à {value} de {a}",
    ),
    "outside": Text(
        "{b} sticks out of {a} by {value}", "{b}は{a}から{value}はみ出す", "{b} dépasse de {a} de {value}"
    ),
    "depth": Text("{b} reaches {value} into {a}", "{b}は{a}に{value}入り込む", "{b} entre de {value} dans {a}"),
    "path": Text("{a} moves {value}", "{a}の移動距離は{value}", "{a} parcourt {value}"),
    "path-to": Text(
        "{a} to {b} is a way of {value}", "{a}から{b}までの道のりは{value}", "de {a} à {b} : un trajet de {value}"
    ),
    "clear": Text("{a} sees {b} along a free line", "{a}から{b}へ視線が通る", "{a} voit {b} en ligne libre"),
    "blocked": Text(
        "no free line from {a} to {b}: blocked by {blockers}",
        "{a}から{b}への視線は{blockers}に遮られる",
        "aucune ligne libre de {a} à {b} : bloquée par {blockers}",
    ),
    "nothing": Text("nothing named", "名称なし", "rien de nommé"),
    "region": Text("area: {name}", "領域：{name}", "zone : {name}"),
    "count": Text("{what}: {value}", "{what}：{value}", "{what} : {value}"),
    "count-limit": Text("{what}: {value} of {limit}", "{what}：{value}／{limit}", "{what} : {value} sur {limit}"),
    "fact": Text("{what}", "{what}", "{what}"),
    "fact-of": Text("{subject}: {what}", "{subject}：{what}", "{subject} : {what}"),
    "roll": Text("{who}{purpose}: {faces}", "{who}{purpose}：{faces}", "{who}{purpose} : {faces}"),
    "who": Text("{subject}, ", "{subject}、", "{subject}, "),
    "who-against": Text("{subject} at {against}, ", "{subject}→{against}、", "{subject} sur {against}, "),
    "no-dice": Text("no dice", "ダイスなし", "aucun dé"),
    "needs": Text(
        ", needs {target}+: {count} of {all}", "（{target}+が必要）：{all}個中{count}個成功", ", sur {target}+ : {count} sur {all}"
    ),
    "ledger": Text("{stat} {start}{changes} = {result}", "{stat} {start}{changes} = {result}", "{stat} {start}{changes} = {result}"),
    "ledger-same": Text("{stat} {result}", "{stat} {result}", "{stat} {result}"),
    "ledger-face": Text("{stat} {start}+{changes}: {result}+", "{stat} {start}+{changes}：{result}+", "{stat} {start}+{changes} : {result}+"),
    "ledger-table": Text("{first} against {second}: {result}+", "{first}、{second}：{result}+", "{first} contre {second} : {result}+"),
    "change": Text(" {amount} {rule}", " {amount} {rule}", " {amount} {rule}"),
    "change-face": Text(", {rule}", "、{rule}", ", {rule}"),
    "number": Text("{what} {value}", "{what} {value}", "{what} {value}"),
    "round": Text("{word} {round}", "第{round}{word}", "{word} {round}"),
    "before": Text("Before the battle", "戦闘前", "Avant la bataille"),
    "set-up": Text("{model} is set up", "{model}が配置された", "{model} est déployé"),
    "set-up-from": Text("{model} gets out of {carrier}", "{model}が{carrier}から降車した", "{model} débarque de {carrier}"),
    "moved": Text("{model} moves {value}", "{model}が{value}移動した", "{model} se déplace de {value}"),
    "turned": Text("{model} turns on the spot", "{model}がその場で向きを変えた", "{model} pivote sur place"),
    "embarked": Text("{model} gets into {carrier}", "{model}が{carrier}に乗車した", "{model} embarque dans {carrier}"),
    "withdrawn": Text("{model} leaves the table for reserves", "{model}が予備に戻った", "{model} repart en réserve"),
    "wounds-lost": Text(
        "{model} loses {amount}: {left} left", "{model}が{amount}ダメージ（残り{left}）", "{model} perd {amount} : reste {left}"
    ),
    "wounds-regained": Text(
        "{model} regains {amount}: {left} left", "{model}が{amount}回復（残り{left}）", "{model} récupère {amount} : reste {left}"
    ),
    "destroyed": Text("{model} is destroyed", "{model}が撃破された", "{model} est détruit"),
    "by-rule": Text(" ({rule})", "（{rule}）", " ({rule})"),
    "terrain-damaged": Text(
        "{terrain} is damaged: {left} left", "{terrain}が損傷した（残り{left}）", "{terrain} est endommagé : reste {left}"
    ),
    "terrain-falls": Text(
        "{terrain} collapses: {category}", "{terrain}が崩壊した：{category}", "{terrain} s'écroule : {category}"
    ),
    "joined": Text("{unit} joins {host}", "{unit}が{host}に合流した", "{unit} rejoint {host}"),
    "marked": Text("{subject}: {mark}", "{subject}：{mark}", "{subject} : {mark}"),
    "unmarked": Text("{subject}: no longer {mark}", "{subject}：{mark}解除", "{subject} : plus {mark}"),
    "chosen": Text("{who}{purpose}: {chosen}", "{who}{purpose}：{chosen}を選択", "{who}{purpose} : {chosen}"),
    "refused-action": Text("{action}: refused", "{action}：不可", "{action} : refusé"),
}  # fmt: skip
"""Every sentence by the name under which ``Wording`` looks for it."""

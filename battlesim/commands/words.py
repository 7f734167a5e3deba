"""The words of the tables that commands print, in three languages."""

from __future__ import annotations

from typing import Final

from battlesim.model.sentences import SAID
from battlesim.model.text import Language, Text

WORDS: Final = {
    "rule": Text("rule", "ルール", "règle"),
    "does": Text("what it does", "内容", "effet"),
    "name": Text("name", "名称", "nom"),
    "status": Text("status", "状態", "état"),
    "demos": Text("demos", "実演", "démos"),
    "line": Text("line", "行", "ligne"),
    "weapon": Text("weapon", "武器", "arme"),
    "unit": Text("unit", "ユニット", "unité"),
    "core": Text("core", "基本", "base"),
    "weapon-rules": Text("Weapon abilities", "武器アビリティ", "Capacités d'arme"),
    "unit-rules": Text("Unit abilities", "ユニットアビリティ", "Capacités d'unité"),
    "core-rules": Text("Core rules", "基本ルール", "Règles de base"),
    "plays": Text("plays", "実装", "jouée"),
    "no-text": Text("no text", "本文なし", "sans texte"),
    "not-modelled": Text("not modelled", "未実装", "non modélisée"),
    "not-modelled-list": Text("Not modelled", "未実装", "Non modélisées"),
    "no-text-list": Text("Named without a text", "名称のみで本文なし", "Nommées sans texte"),
    "counted": Text(
        "{plays} of {all} rules play, shown by {demos} scenarios",
        "全{all}ルール中{plays}が実装済み、実演シナリオ{demos}本",
        "{plays} règles sur {all} sont jouées, montrées par {demos} scénarios",
    ),
    "profiles-play": Text(
        "{plays} of {all} published weapon profiles play as printed; without effect, by the number of profiles:",
        "公開された武器プロファイル{all}件中{plays}件が記載通りに機能する。効果のないもの（件数順）：",
        "{plays} des {all} profils d'arme publiés sont joués tels quels ; sans effet, par nombre de profils :",
    ),
    "sheets-play": Text(
        "{silent} of {all} published datasheets have abilities of their own without effect, {texts} in all "
        "(battlesim rules --not-modelled lists them).",
        "公開されたデータシート{all}件中{silent}件に、効果のない固有アビリティがある（全{texts}種、一覧は battlesim rules "
        "--not-modelled）。",
        "{silent} des {all} fiches publiées ont des aptitudes propres sans effet, {texts} en tout "
        "(battlesim rules --not-modelled les énumère).",
    ),
    "options-list": Text(
        "Options of {game} (options: in a scenario), each with its default",
        "{game}のオプション（シナリオの options:）と既定値",
        "Options de {game} (options: dans un scénario), avec leur valeur par défaut",
    ),
    "seed-line": Text("line {line} of its list", "リスト{line}行目", "ligne {line} de sa liste"),
    "clauses": Text("Clauses and limits", "条項と限界値", "Clauses et limites"),
    "no-demos": Text("No scenario shows it yet.", "まだ実演シナリオはない。", "Aucun scénario ne la montre encore."),
    "case": Text("case", "場合", "cas"),
    "verdict": Text("verdict", "判定", "verdict"),
    "measured": Text("measured", "計測値", "mesuré"),
    "asked": Text("limit", "限界", "limite"),
    "scenario": Text("scenario", "シナリオ", "scénario"),
    "clear": Text("clear case", "明らかな例", "cas net"),
    "limit": Text("exact limit", "限界ちょうど", "pile à la limite"),
    "near": Text("near miss", "わずかに外", "raté de peu"),
    "against": Text("counter-case", "反例", "contre-exemple"),
    "other": Text("example", "例", "exemple"),
    "holds": Text("holds", "成立", "vérifié"),
    "fails": Text("does not hold", "不成立", "non vérifié"),
    "refused": Text("refused", "不可", "refusé"),
    "silent": Text("does not apply", "適用なし", "ne joue pas"),
    "watch": Text("Watch", "見る", "Voir"),
    "run": Text("Check", "検証", "Vérifier"),
    "range": Text("{low} to {high}", "{low}～{high}", "de {low} à {high}"),
    "list": SAID["list"],
    "numbers": Text(", ", "、", " ; "),
    "about": Text("{what}: {told}", "{what}：{told}", "{what} : {told}"),
    "bracketed": SAID["bracketed"],
    "or": Text(" or ", "または", " ou "),
    "where": Text("{asked} (X: {limits})", "{asked}（X：{limits}）", "{asked} (X : {limits})"),
    "same": Text("the same in all {count} steps", "全{count}ステップ同じ", "identique sur les {count} étapes"),
    "same-one": Text("the same in its one step", "1ステップのみで同じ", "identique sur sa seule étape"),
    "part": Text("they part at step {step} of {count}", "ステップ{step}／{count}で分かれる", "séparation à l'étape {step} sur {count}"),
    "step": Text("step {step}", "ステップ{step}", "étape {step}"),
    "at-end": Text("at the end", "最後に", "à la fin"),
    "at-last": Text("after step {step}, the last that both play", "両方が進めた最後のステップ{step}の後", "après l'étape {step}, la dernière jouée des deux côtés"),
    "script": Text("the dice or choices written down do not fit: {why}", "書かれたダイスや選択が合わない：{why}", "les dés ou choix écrits ne conviennent pas : {why}"),
    "fits": Text("they fit", "合う", "ils conviennent"),
    "legal": Text("legal", "可", "permis"),
    "nothing": Text("nothing of the kind", "該当なし", "rien de tel"),
    "seeded": Text(
        "From here on the dice of the seed fall on other questions.",
        "ここから先は、シードのダイスが別の判定に当たる。",
        "À partir d'ici, les dés de la graine tombent sur d'autres questions.",
    ),
    "place": Text("place", "場所", "place"),
    "wounds": Text("wounds", "耐久", "points de vie"),
    "at": Text("position", "位置", "position"),
    "clock": Text("clock", "時点", "moment"),
    "also": Text("Seen in demos of other rules", "他のルールの実演", "Vue dans les démos d'autres règles"),
    "contact": Text("in contact", "接触", "au contact"),
    "broken": Text("cannot be played: {file}", "再生できない：{file}", "illisible : {file}"),
}  # fmt: skip


def counted_word(key: str, language: Language, count: int) -> str:
    """A phrase about so many things; about one there is a phrase of its own."""
    return word(f"{key}-one" if count == 1 else key, language, count=count)


def word(key: str, language: Language, **values: object) -> str:
    """A word or phrase, filled in."""
    return WORDS[key].to(language).format(**values)

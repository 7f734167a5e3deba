"""The words of attacks in three languages: what dice are rolled for, what is chosen, and what decides."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from battlesim.model.text import Text

ATTACK_WORDS: Final[Mapping[str, Text]] = {
    "charge-moved": Text("made a charge move", "突撃移動をした", "a fait un mouvement de charge"),
    "critical-hit": Text("critical hit from", "クリティカルヒットの出目", "touche critique dès"),
    "critical-wound": Text("critical wound from", "クリティカルウーンズの出目", "blessure critique dès"),
    "misses": Text("unmodified results that miss", "命中しない修正前の出目", "résultats non modifiés qui ratent"),
    "hits": Text("hits", "ヒット数", "touches"),
    "wounds": Text("wounds", "負傷数", "blessures"),
    "wounds-left": Text("wounds left", "残りの負傷限界", "PV restants"),
    "keyword": Text("has the keyword", "キーワードを持つ", "a le mot-clé"),
    "not-keyword": Text("has not the keyword", "キーワードを持たない", "n'a pas le mot-clé"),
    "twin-linked": Text("twin-linked", "ツインリンク", "jumelé"),
    "sustained-hits": Text("sustained hits", "連続命中", "touches soutenues"),
    "devastating-wounds": Text("devastating wounds", "会心ウーンズ", "blessures dévastatrices"),
    "psychic": Text("psychic", "サイキック", "psychique"),
    "hazardous": Text("hazardous", "暴発", "à risque"),
    "precision": Text("precision", "精密攻撃", "précision"),
    "nobody": Text("nobody", "誰も選ばない", "personne"),
    "none": Text("none", "なし", "aucun"),
    "failed": Text("those that failed", "失敗したもの", "ceux qui ont raté"),
    "not-critical": Text("all that are not critical", "クリティカル以外すべて", "tous sauf les critiques"),
    "save-by": Text("which save", "どのセーヴを使うか", "quelle sauvegarde"),
    "armour-save": Text("armour save", "アーマーセーヴ", "sauvegarde d'armure"),
    "each-attack": Text("for each attack", "攻撃ごとに", "pour chaque attaque"),
    "hazardous-bearer": Text("who bears the danger", "危険を受ける装備者", "quel porteur"),
    "unspent": Text("not yet used", "未使用", "pas encore employée"),
    "spent": Text("used up", "使用済み", "employée"),
    "indirect-shooting": Text("indirect shooting", "間接射撃", "tir indirect"),
    "snap-shooting": Text("snap shooting", "早撃ち", "tir au jugé"),
    "snap-shoot": Text("snap shooting", "早撃ち", "tir au jugé"),
    "not-advance": Text("did not advance", "全力移動していない", "n'a pas avancé"),
    "not-stationary": Text("did not remain stationary", "静止していない", "n'est pas restée immobile"),
    "spotted": Text("sees the target", "目標を視認", "voit la cible"),
    "not-spotted": Text("not seen by a friend", "味方から視認されない", "vue d'aucun allié"),
}

"""The words of the battle around moves and attacks in three languages."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from battlesim.model.text import Text

BATTLE_WORDS: Final[Mapping[str, Text]] = {
    "deployment": Text("deployment", "初期配置", "déploiement"),
    "deploy": Text("deploy", "初期配置", "déployer"),
    "infiltrate": Text("infiltrate", "浸透", "infiltrer"),
    "scout": Text("scout", "斥候", "éclairer"),
    "scouted": Text("has scouted", "斥候済み", "a éclairé"),
    "not-scouted": Text("has not scouted", "斥候未了", "n'a pas éclairé"),
    "surge": Text("surge", "殺到", "ruée"),
    "surged": Text("has surged", "殺到済み", "s'est ruée"),
    "emergency": Text("emergency disembarkation", "緊急降車", "débarquement d'urgence"),
    "no-room": Text("no room", "場所がない", "pas de place"),
    "no-zone": Text("no zone of its own", "自軍ゾーンがない", "pas de zone à soi"),
    "no-enemy-zone": Text("no enemy zone", "敵ゾーンがない", "pas de zone ennemie"),
    "deadly-demise": Text("deadly demise", "恐るべき最期", "destruction néfaste"),
    "demise-wounds": Text("mortal wounds", "致命的ダメージ", "blessures mortelles"),
    "coherency": Text("who is removed", "取り除く兵", "qui est retirée"),
    "command-points": Text("command points", "指揮ポイント", "points de commandement"),
    "controls": Text("controls", "確保", "contrôle"),
    "control": Text("control", "確保値", "contrôle"),
    "controlled": Text("controlled", "確保されている", "contrôlé"),
    "contested": Text("contested", "争奪中", "disputé"),
    "uncontrolled": Text("controlled by nobody", "誰も確保していない", "contrôlé par personne"),
    "turn-of-round": Text("had its turn in round", "ターンを終えたラウンド", "a eu son tour au round"),
    "tested": Text("tested this phase", "このフェイズに判定済み", "testée dans cette phase"),
    "not-tested": Text("not tested this phase", "このフェイズに未判定", "pas testée dans cette phase"),
    "own": Text("of its own side", "味方", "de son camp"),
    "strength-left": Text("strength left", "残存戦力", "effectif restant"),
    "starting-strength": Text("starting strength", "開始時戦力", "effectif de départ"),
    "joined-by": Text("joined by", "合流", "rejointe par"),
    "attached-to": Text("attached to", "合流先", "attachée à"),
    "lent": Text("has lent its weapons", "武器を貸した", "a prêté ses armes"),
    "not-lent": Text("has not lent its weapons", "武器を貸していない", "n'a pas prêté ses armes"),
    "without-keyword": Text("not what it carries", "運べない兵種", "pas ce qu'il transporte"),
    "never-carried": Text("never carried", "決して運ばない", "jamais transportée"),
    "may-board": Text("may board", "乗車できる", "peut embarquer"),
    "lent-weapons": Text("weapons lent", "借りた武器", "armes prêtées"),
    "ranged-weapon": Text("a ranged weapon", "射撃武器", "une arme de tir"),
    "one-weapon-each": Text("has lent one already", "すでに1つ貸した", "en a déjà prêté une"),
    "used-once-a-battle": Text("used once a battle", "バトル中1回限り", "une fois par bataille"),
    "flown-off": Text("has flown off", "飛び去った", "s'est éloigné"),
    "went-first": Text("went first in the last round", "前のラウンドの先攻", "a commencé le round d'avant"),
    "went-second": Text("went second in the last round", "前のラウンドの後攻", "a joué en second au round d'avant"),
    "mobile": Text("mobile", "機動", "mobile"),
}

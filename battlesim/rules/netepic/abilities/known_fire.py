"""The names of the abilities of shooting and protection as lists print them, by the id of the catalogue."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

FIRE_NAMES: Final[Mapping[str, tuple[str, ...]]] = {
    "adaptabilite": ("Adaptabilité", "Adaptability", "適応力"),
    "anti-aerien": (
        "Anti-Aérien",
        "AA",
        "Anti-Aérien (AA)",
        "Anti-aircraft",
        "Anti-aircraft (AA)",
        "対空",
        "対空 (AA)",
    ),
    "artillerie": ("Artillerie", "Artillery", "砲撃"),
    "aura-hypnotique": ("Aura Hypnotique", "Hypnotic aura", "催眠オーラ"),
    "blindage-integral": ("Blindage Intégral", "Full armour", "全周装甲"),
    "blindage-lateral": ("Blindage Latéral", "Side armour", "側面装甲"),
    "boucliers-energetiques": (
        "Boucliers Énergétiques",
        "Boucliers",
        "Boucliers Déflecteurs",
        "Energy shields",
        "エネルギーシールド",
    ),
    "bouclier-d-ombre": ("Bouclier d'ombre", "Shadow shield", "影の盾"),
    "camouflage": ("Camouflage", "迷彩"),
    "degats": ("Dégâts", "More damage", "追加ダメージ"),
    "detruit-batiments": ("Détruit les bâtiments", "Destroys buildings", "建物破壊"),
    "double-sauvegarde-de-face": ("Double sauvegarde de face", "Double front save", "正面二重セーヴ"),
    "dur-a-cibler": ("Dur à Cibler", "Hard to hit", "命中困難"),
    "endommage-batiments": ("Endommage les bâtiments", "Damages buildings", "建物損傷"),
    "fureur-legion": ("Fureur de la Légion", "Fury of the Legion", "レギオンの猛射"),
    "gabarit": ("Gabarit", "Template", "テンプレート"),
    "gabarits-supplementaires": ("+1D3 gabarits supplémentaires", "+D3 extra templates", "追加テンプレート+1D3"),
    "graviton": ("Graviton", "グラヴィトン"),
    "holo-champ": ("Holo-Champ", "Holo-field", "ホロフィールド"),
    "ignore-boucliers": ("Ignore Boucliers", "Ignores shields", "シールド無視"),
    "mecanicien": ("Mécanicien", "Mechanic", "整備兵"),
    "medecin": ("Médecin", "Medic", "衛生兵"),
    "observateur-avance": ("Observateur Avancé", "OA", "Forward observer", "前進観測員"),
    "point-de-vie": ("Point de vie", "PDV", "Wounds", "生命点"),
    "psyker": ("Psyker", "サイカー"),
    "reduit-couverts": ("Réduit les couverts", "Reduces cover", "遮蔽軽減"),
    "regeneration": ("Régénération", "Regeneration", "再生"),
    "sauvegarde-psychique": ("Sauvegarde Psychique", "Psychic save", "サイキックセーヴ"),
    "sniper": ("Sniper", "狙撃手"),
    "tir-reflexe": ("Tir Réflexe", "Reflex fire", "反射射撃"),
    "tourelle": ("Tourelle", "Turret", "砲塔"),
    "unite-commandement": ("Unité de Commandement", "Command unit", "UdC", "指揮部隊"),
    "usage-unique": ("Usage unique", "Single use", "一回限り"),
}
"""The French one first."""

"""The window's own words: buttons, shortcuts and hints in three languages."""

from __future__ import annotations

from typing import Final

from battlesim.model.text import Language, Text

PHRASES: Final = {
    "start": Text("To the start", "最初へ", "Au début"),
    "back": Text("Step back", "1ステップ戻る", "Étape précédente"),
    "play": Text("Play or pause", "再生／一時停止", "Lecture ou pause"),
    "step": Text("Next step", "次のステップ", "Étape suivante"),
    "end": Text("To the end", "最後へ", "À la fin"),
    "chapter": Text("Jump to…", "移動先…", "Aller à…"),
    "chapters": Text("Turn or phase before, after", "前後のターン／フェイズ", "Tour ou phase d'avant, d'après"),
    "battle-before": Text("Battle before", "前の戦闘", "Bataille précédente"),
    "battle-after": Text("Next battle", "次の戦闘", "Bataille suivante"),
    "speed": Text("Speed", "速度", "Vitesse"),
    "faster": Text("Faster, slower", "速く／遅く", "Plus vite, moins vite"),
    "follow": Text("Follow", "追従", "Suivre"),
    "fit": Text("Whole table", "全体表示", "Table entière"),
    "evidence": Text("Evidence", "根拠", "Preuves"),
    "auras": Text("Auras", "オーラ", "Auras"),
    "zones": Text("Zones", "ゾーン", "Zones"),
    "coherency": Text("Coherency", "隊列", "Cohésion"),
    "names": Text("Names", "名前", "Noms"),
    "details": Text("Details", "詳細", "Détails"),
    "language": Text("Language", "言語", "Langue"),
    "help": Text("Keyboard and mouse", "キーボードとマウス", "Clavier et souris"),
    "zoom": Text("Zoom", "拡大／縮小", "Zoom"),
    "pan": Text("Move the table", "テーブルを動かす", "Déplacer la table"),
    "card": Text("Unit card", "ユニットカード", "Carte d'unité"),
    "log": Text("Scroll the log", "ログをスクロール", "Faire défiler le journal"),
    "close": Text("Close", "閉じる", "Fermer"),
    "wheel": Text("Wheel, + −", "ホイール、+ −", "Molette, + −"),
    "drag": Text("Drag", "ドラッグ", "Glisser"),
    "point": Text("Point at a model", "兵にカーソルを合わせる", "Pointer une figurine"),
    "wheel-log": Text("Wheel over the log", "ログ上でホイール", "Molette sur le journal"),
    "space": Text("Space", "スペース", "Espace"),
}

KEYS: Final = (
    ("space", "play"), ("→", "step"), ("←", "back"), ("Home, End", "start|end"), ("PgUp, PgDn", "chapters"),
    ("Tab, Shift+Tab", "battle-after|battle-before"), ("↑ ↓", "faster"),
    ("wheel", "zoom"), ("drag", "pan"), ("F", "fit"), ("C", "follow"), ("point", "card"), ("wheel-log", "log"),
    ("E", "evidence"), ("A", "auras"), ("Z", "zones"), ("K", "coherency"), ("N", "names"), ("D", "details"), ("L", "language"),
    ("?", "help"), ("Esc", "close"),
)  # fmt: skip
"""Keys and what they do, as the help shows them."""


def phrase(key: str, language: Language) -> str:
    """A phrase; several joined by a bar become a list, and what is no phrase stays as it is."""
    return ", ".join(PHRASES[one].to(language) if one in PHRASES else one for one in key.split("|"))

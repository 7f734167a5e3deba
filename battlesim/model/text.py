"""Words in the three languages of the project."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, get_args

Language = Literal["en", "ja", "fr"]
LANGUAGES: Final[tuple[Language, ...]] = get_args(Language)


@dataclass(frozen=True, slots=True)
class Text:
    """A name or a sentence; a language that is missing falls back to English, or to whichever there is."""

    en: str = ""
    ja: str = ""
    fr: str = ""

    def to(self, language: Language) -> str:
        """The words in that language."""
        return str(getattr(self, language)) or self.en or self.fr or self.ja

    def __bool__(self) -> bool:
        return bool(self.en or self.ja or self.fr)


NO_TEXT: Final = Text()

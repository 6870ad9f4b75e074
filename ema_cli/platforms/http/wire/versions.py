"""Bodies about versions."""

from __future__ import annotations

from ema_cli.platforms.http.wire.base import Answer, Count, Wire
from ema_cli.platforms.http.wire.personas import PersonaAnswer
from ema_cli.platforms.port import Page, Restored, Version


class NewVersion(Wire):
    """A version to make."""

    message: str


class VersionNumbers(Wire):
    """Versions to remove."""

    numbers: list[int]


class VersionAnswer(Answer):
    """What a snapshot made."""

    number: int
    message: str
    created_at: str
    fingerprint: str
    data_digest: str
    rows: Count
    files: Count
    unchanged: bool

    @classmethod
    def of(cls, version: Version) -> VersionAnswer:
        """Write."""
        return cls(**{name: getattr(version, name) for name in cls.model_fields})

    def version(self) -> Version:
        """Read."""
        return Version(**{name: getattr(self, name) for name in type(self).model_fields})


class Versions(Answer):
    """A page of versions; `after` goes into the next request, null says that this was the end."""

    items: list[VersionAnswer]
    after: str | None

    @classmethod
    def of(cls, page: Page[Version]) -> Versions:
        """Write."""
        return cls(items=[VersionAnswer.of(item) for item in page.items], after=page.after)

    def page(self) -> Page[Version]:
        """Read."""
        return Page([item.version() for item in self.items], self.after)


class RestoredAnswer(Answer):
    """The persona as it is now, and the number of the version made of what was there."""

    persona: PersonaAnswer
    saved_as: int

    @classmethod
    def of(cls, answer: Restored) -> RestoredAnswer:
        """Write."""
        return cls.model_construct(
            persona=PersonaAnswer.of(answer.persona), saved_as=answer.saved_as
        )

    def result(self) -> Restored:
        """Read."""
        return Restored(self.persona.persona(), self.saved_as)

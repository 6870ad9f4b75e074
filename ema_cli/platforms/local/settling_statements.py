"""The statements of `settling.py`, for rows and for files.

Each works on the page from `:after` (not in it) to `:until` (in it), in the order of ids or names.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Statements:
    """How one kind of data is settled."""

    to_drop: str
    drop: tuple[str, ...]
    to_bring: str
    bring: tuple[str, ...]
    finish: str


ROWS = Statements(
    to_drop="""SELECT count(*), max(id) FROM (SELECT id FROM live_rows
        WHERE id > :after AND id <= :last AND born > :view AND born < :epoch
        ORDER BY id LIMIT :page)""",
    drop=(
        """INSERT INTO old_rows (id, persona, key, fields, revision, born, died)
        SELECT id, persona, key, fields, revision, born, :epoch FROM live_rows
        WHERE id > :after AND id <= :until
        AND born > :view AND born < :epoch AND born <= :newest""",
        """DELETE FROM live_rows WHERE id > :after AND id <= :until
        AND born > :view AND born < :epoch""",
    ),
    to_bring="""SELECT count(*), max(id) FROM (SELECT id FROM old_rows
        WHERE id > :after AND id <= :last AND born <= :view AND died > :view
        ORDER BY id LIMIT :page)""",
    bring=(
        """INSERT INTO live_rows (id, persona, key, fields, revision, born)
        SELECT id, persona, key, fields, revision, :epoch FROM old_rows
        WHERE id > :after AND id <= :until AND born <= :view AND died > :view
        AND NOT EXISTS (SELECT 1 FROM live_rows WHERE live_rows.id = old_rows.id)""",
    ),
    finish="UPDATE personas SET row_view = NULL WHERE number = :persona",
)

FILES = Statements(
    to_drop="""SELECT count(*), max(name) FROM (SELECT name FROM live_files
        WHERE persona = :persona AND name > :after AND born > :view AND born < :epoch
        ORDER BY name LIMIT :page)""",
    drop=(
        """INSERT INTO old_files (persona, name, type, size, sha256, born, died)
        SELECT persona, name, type, size, sha256, born, :epoch FROM live_files
        WHERE persona = :persona AND name > :after AND name <= :until
        AND born > :view AND born < :epoch AND born <= :newest""",
        """INSERT OR IGNORE INTO loose_bytes SELECT sha256 FROM live_files
        WHERE persona = :persona AND name > :after AND name <= :until
        AND born > :view AND born < :epoch""",
        """DELETE FROM live_files WHERE persona = :persona AND name > :after AND name <= :until
        AND born > :view AND born < :epoch""",
    ),
    to_bring="""SELECT count(*), max(name) FROM (SELECT name FROM old_files
        WHERE persona = :persona AND name > :after AND born <= :view AND died > :view
        ORDER BY name LIMIT :page)""",
    bring=(
        """INSERT INTO live_files (persona, name, type, size, sha256, born)
        SELECT persona, name, type, size, sha256, :epoch FROM old_files AS old
        WHERE persona = :persona AND name > :after AND name <= :until
        AND born <= :view AND died > :view AND NOT EXISTS (
            SELECT 1 FROM live_files AS live WHERE live.persona = old.persona
            AND live.name = old.name)""",
    ),
    finish="UPDATE personas SET file_view = NULL WHERE number = :persona",
)

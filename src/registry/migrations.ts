/**
 * The store's schema, one script a version: script N takes a database from version N to N + 1.
 * A script that was released is never changed; the next change is the next script.
 *
 * - `record` is clustered in list order, so that a page is one run of neighbouring rows.
 * - `list` keeps each list's count, and `mark` every hundredth record of it with its position:
 *   a page starts at the mark before it and skips less than a hundred rows, wherever it lies.
 */
export const migrations: readonly string[] = [
  `
  CREATE TABLE record (
    project_id INTEGER NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('tag', 'terminal')),
    added_when INTEGER NOT NULL,
    id ANY NOT NULL,
    json TEXT NOT NULL,
    PRIMARY KEY (project_id, kind, added_when, id)
  ) STRICT, WITHOUT ROWID;
  CREATE UNIQUE INDEX record_by_id ON record (project_id, kind, id);

  CREATE TABLE list (
    project_id INTEGER NOT NULL,
    kind TEXT NOT NULL,
    count INTEGER NOT NULL,
    PRIMARY KEY (project_id, kind)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE mark (
    project_id INTEGER NOT NULL,
    kind TEXT NOT NULL,
    position INTEGER NOT NULL,
    added_when INTEGER NOT NULL,
    id ANY NOT NULL,
    PRIMARY KEY (project_id, kind, position)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE structure (
    project_id INTEGER NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('tag', 'terminal')),
    json TEXT NOT NULL,
    PRIMARY KEY (project_id, kind)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE key (
    id TEXT PRIMARY KEY,
    hash BLOB NOT NULL,
    project_id INTEGER NOT NULL,
    name TEXT NOT NULL,
    created_when INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  `,
];

-- Content plane. The files of imports that can still be planned again, until they are applied or discarded.
create table import_files (
  broadcast_id text collate "C" not null references broadcasts (id) on delete cascade,
  import_id    text collate "C" not null,
  name         text,
  content_type text,
  url          text,
  bytes        bytea not null,
  primary key (broadcast_id, import_id)
);

-- Content plane. The plan of an import, one row per record that it changes or lists, in the order of writing. Kept while the
-- import can be applied or undone.
create table import_changes (
  broadcast_id text collate "C" not null references broadcasts (id) on delete cascade,
  import_id    text collate "C" not null,
  position     integer not null,
  kind         text collate "C" not null,
  key          text collate "C" not null,
  record_id    text collate "C" not null,
  action       text collate "C" not null,
  title        text,
  -- The fields with their values before and in the file, and proposed matches.
  detail       json not null,
  -- How to undo it, once it was applied.
  applied      json,
  primary key (broadcast_id, import_id, position)
);
create index import_changes_by_key on import_changes (broadcast_id, import_id, kind, key);

-- Content plane. The record of each key of a source, for ever, and the values that the last import had for it.
create table import_records (
  broadcast_id text collate "C" not null references broadcasts (id) on delete cascade,
  source_id    text collate "C" not null,
  kind         text collate "C" not null,
  key          text collate "C" not null,
  record_id    text collate "C" not null,
  base         json not null,
  -- How the record left the programme when the source no longer had it: unpublished, deleted or kept.
  gone         text collate "C",
  primary key (broadcast_id, source_id, kind, key)
);

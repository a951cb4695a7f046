-- Content plane. When a followed source is checked next.
create table import_polls (
  broadcast_id text collate "C" not null references broadcasts (id) on delete cascade,
  source_id    text collate "C" not null,
  next_at      timestamptz not null,
  primary key (broadcast_id, source_id)
);
create index import_polls_by_time on import_polls (next_at);

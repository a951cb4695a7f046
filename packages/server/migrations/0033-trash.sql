-- Content plane. Deleted records that can be restored, until they expire or are purged.
create table trash (
  broadcast_id text collate "C" not null references broadcasts (id) on delete cascade,
  record_id    text collate "C" not null,
  kind         text collate "C" not null,
  -- The name that lists show.
  title        text,
  body         json not null,
  actor        json not null,
  deleted_at   timestamptz not null,
  primary key (broadcast_id, record_id)
);
create index trash_by_time on trash (broadcast_id, deleted_at desc, record_id desc);
create index trash_expiring on trash (deleted_at);

-- Content plane. The references that the deletion of a record cleared: where another record had its id. Rows instead of a list,
-- because a popular session is a favorite of many visitors.
create table trash_references (
  broadcast_id  text collate "C" not null references broadcasts (id) on delete cascade,
  record_id     text collate "C" not null,
  referrer_kind text collate "C" not null,
  referrer_id   text collate "C" not null,
  places        json not null,
  primary key (broadcast_id, record_id, referrer_kind, referrer_id)
);

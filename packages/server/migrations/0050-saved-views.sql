-- Content plane. Saved views of tables: what is searched, filtered, sorted and shown. Of one person (an id of the control plane, so
-- without a reference), or of everybody in the broadcast when person_id is null.
create table saved_views (
  broadcast_id text collate "C" not null references broadcasts (id) on delete cascade,
  id           text collate "C" not null,
  person_id    text collate "C",
  kind         text collate "C" not null,
  name         text not null,
  query        json not null,
  created_at   timestamptz not null,
  primary key (broadcast_id, id)
);

-- Long work that people wait for: what it is, how far it is, and who is at it.
create table jobs (
  broadcast_id text collate "C" not null references broadcasts (id) on delete cascade,
  id           text collate "C" not null,
  type         text not null,
  status       text not null check (status in ('queued', 'running', 'succeeded', 'failed', 'cancelled')),
  -- What is to be done; emptied at the end.
  payload      json not null,
  -- Where to go on after an interruption; emptied at the end.
  state        json not null default '{}',
  -- What people see of it.
  progress     json not null default '{}',
  result       json,
  -- The sentence that says why it failed.
  reason       text,
  -- Of those with the same key one is under way at most.
  key          text,
  due_at       timestamptz not null,
  attempt      integer not null default 0,
  created_at   timestamptz not null,
  started_at   timestamptz,
  ended_at     timestamptz,
  lease_token  text,
  lease_until  timestamptz,
  primary key (broadcast_id, id)
) with (fillfactor = 70);
create unique index jobs_by_key on jobs (broadcast_id, key) where key is not null and ended_at is null;
create index jobs_by_time on jobs (due_at) where ended_at is null;
create index jobs_by_end on jobs (ended_at) where ended_at is not null;

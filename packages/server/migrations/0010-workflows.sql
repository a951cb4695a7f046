-- The work behind a run: what it is pinned to, how far it is, and who is at it. What readers see of it is its record.
create table workflow_runs (
  broadcast_id  text collate "C" not null references broadcasts (id) on delete cascade,
  id            text collate "C" not null,
  workflow_id   text collate "C" not null,
  status        text not null check (status in ('queued', 'running', 'succeeded', 'failed', 'cancelled', 'timedOut')),
  -- The definition, trigger and input it started with.
  pinned        json not null,
  -- The due time that started it, where a clock did: none starts two runs.
  fire_at       timestamptz,
  -- Waits until no other run of its workflow is under way.
  is_serial     boolean not null,
  time_limit_ms integer not null,
  -- How many steps are saved, and how often the next one has failed so far.
  steps         integer not null default 0,
  attempt       integer not null default 0,
  resume_at     timestamptz,
  created_at    timestamptz not null,
  started_at    timestamptz,
  -- Who works on it, and until when others keep off.
  lease_token   text,
  lease_until   timestamptz,
  primary key (broadcast_id, id)
) with (fillfactor = 70);
-- Few, for a run is written often. What is under way is little, and what has ended is looked through once an hour.
create unique index workflow_runs_by_fire on workflow_runs (broadcast_id, workflow_id, fire_at) where fire_at is not null;
create index workflow_runs_queued on workflow_runs (broadcast_id, id) where status = 'queued';
create index workflow_runs_running on workflow_runs (broadcast_id, workflow_id) where status = 'running';

-- What each invocation of a node came to, saved before the next begins.
create table run_steps (
  broadcast_id text collate "C" not null,
  run_id       text collate "C" not null,
  index        integer not null,
  result       json not null,
  primary key (broadcast_id, run_id, index),
  foreign key (broadcast_id, run_id) references workflow_runs (broadcast_id, id) on delete cascade
);

-- Enabled workflows that a clock starts. Without a time the next one is still to be worked out.
create table workflow_triggers (
  broadcast_id text collate "C" not null references broadcasts (id) on delete cascade,
  workflow_id  text collate "C" not null,
  next_at      timestamptz,
  -- Due times after this one count.
  since        timestamptz not null,
  primary key (broadcast_id, workflow_id)
);
create index workflow_triggers_by_time on workflow_triggers (next_at nulls first);

insert into workflow_triggers (broadcast_id, workflow_id, since)
select broadcast_id, id, now() from records
where kind = 'workflow' and body ->> 'status' = 'enabled' and body -> 'trigger' ->> 'type' <> 'manual';

-- Content plane. Enabled workflows that changes of content start, from the next change on.
create table workflow_change_triggers (
  broadcast_id   text collate "C" not null references broadcasts (id) on delete cascade,
  workflow_id    text collate "C" not null,
  since_sequence bigint not null,
  primary key (broadcast_id, workflow_id)
);

-- Content plane. The position of these workflows in the change log, for broadcasts that have had one.
create table workflow_cursors (
  broadcast_id text collate "C" primary key references broadcasts (id) on delete cascade,
  sequence     bigint not null
);

-- The change or the call that started a run: none starts two runs of a workflow.
alter table workflow_runs add column start_key text;
create unique index workflow_runs_by_start on workflow_runs (broadcast_id, workflow_id, start_key) where start_key is not null;

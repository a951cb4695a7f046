-- What is known of a person, gathered for them: sealed, taken once, and gone after a day.
create table people_files (
  broadcast_id text collate "C" not null references broadcasts (id) on delete cascade,
  job_id       text collate "C" not null,
  sealed       text not null,
  expires_at   timestamptz not null,
  primary key (broadcast_id, job_id)
);
create index people_files_by_age on people_files (expires_at);

-- The website that a broadcast was last made of, and what came of it. While it is at work its job tells how far it is.
create table onboardings (
  broadcast_id text collate "C" primary key references broadcasts (id) on delete cascade,
  website      text not null,
  job_id       text collate "C" not null,
  -- Why it failed, in a sentence for people.
  reason       text,
  -- How much of each thing was found.
  found        json not null default '{}',
  started_at   timestamptz not null,
  ended_at     timestamptz
);

-- What was read of the files of a site, so that a node that goes on need not ask the site again. Gone when the work has ended.
create table onboarding_captures (
  broadcast_id text collate "C" not null references onboardings (broadcast_id) on delete cascade,
  place        integer not null,
  what         text not null,
  url          text not null,
  -- Null when it could not be opened or read.
  found        json,
  primary key (broadcast_id, place)
);

-- What was written into records, field by field as digests, so that starting again knows what people have changed or deleted since.
create table onboarding_records (
  broadcast_id text collate "C" not null references broadcasts (id) on delete cascade,
  reference    text collate "C" not null,
  kind         text not null,
  record_id    text collate "C" not null,
  written      jsonb not null,
  primary key (broadcast_id, reference)
);

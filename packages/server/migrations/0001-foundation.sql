-- People who sign in. The four tables have the shape better-auth works with; ids are object ids.
create table users (
  id             text collate "C" primary key,
  name           text not null,
  email          text not null unique,
  email_verified boolean not null default false,
  image          text,
  plan           text not null default 'pro' check (plan in ('free', 'pro')),
  created_at     timestamptz not null default now(),
  updated_at     timestamptz not null default now()
);

create table sessions (
  id         text collate "C" primary key,
  user_id    text collate "C" not null references users (id) on delete cascade,
  token      text not null unique,
  expires_at timestamptz not null,
  ip_address text,
  user_agent text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index sessions_by_user on sessions (user_id);

create table accounts (
  id                       text collate "C" primary key,
  user_id                  text collate "C" not null references users (id) on delete cascade,
  account_id               text not null,
  provider_id              text not null,
  access_token             text,
  refresh_token            text,
  access_token_expires_at  timestamptz,
  refresh_token_expires_at timestamptz,
  scope                    text,
  id_token                 text,
  password                 text,
  created_at               timestamptz not null default now(),
  updated_at               timestamptz not null default now()
);
create index accounts_by_user on accounts (user_id);

create table verifications (
  id         text collate "C" primary key,
  identifier text not null,
  value      text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index verifications_by_identifier on verifications (identifier);

-- One row a broadcast: whose it is, and the counters that every content write moves as its last statement.
create table broadcasts (
  id             text collate "C" primary key,
  user_id        text collate "C" not null references users (id),
  last_sequence  bigint not null default 0,
  -- Changes up to this one have been pruned.
  pruned_through bigint not null default 0,
  -- How many records of each kind there are.
  counts         jsonb not null default '{}',
  created_at     timestamptz not null default now()
) with (fillfactor = 50);
create index broadcasts_by_user on broadcasts (user_id);

-- All content. `body` is the record exactly as Surface B returns it; `keys` holds what filters and sorts look at.
create table records (
  broadcast_id text collate "C" not null references broadcasts (id) on delete cascade,
  kind         text collate "C" not null,
  id           text collate "C" not null,
  body         json not null,
  keys         jsonb not null,
  reference    text collate "C",
  -- The ids this record points to.
  refs         text[],
  -- Sealed values that are never returned, by place.
  secrets      jsonb,
  primary key (broadcast_id, kind, id)
);
create unique index records_reference on records (broadcast_id, kind, reference) where reference is not null;
create index records_refs on records using gin (refs) where refs is not null;
create unique index records_unique_key on records (broadcast_id, (keys ->> 'key')) where kind = 'broadcastCategory';
create unique index records_unique_email on records (broadcast_id, (keys ->> 'email')) where kind = 'broadcastMember';
create unique index records_unique_slug on records ((keys ->> 'slug')) where kind = 'broadcastDiffuser';

-- The change log: one row a content write, numbered without gaps within a broadcast.
create table changes (
  broadcast_id text collate "C" not null references broadcasts (id) on delete cascade,
  sequence     bigint not null,
  kind         text collate "C" not null,
  record_id    text collate "C" not null,
  operation    text not null,
  -- The record after the write; for a delete, the record that was.
  body         json,
  fields       text[] not null,
  event_types  text[] not null,
  actor        json not null,
  at           timestamptz not null,
  primary key (broadcast_id, sequence)
);
create index changes_by_record on changes (broadcast_id, record_id, sequence);
create index changes_by_age on changes (at);

-- Which signed-in person stands behind a member record. The role is the record's.
create table memberships (
  broadcast_id text collate "C" not null references broadcasts (id) on delete cascade,
  user_id      text collate "C" not null references users (id) on delete cascade,
  member_id    text collate "C" not null,
  primary key (broadcast_id, user_id)
);
create index memberships_by_user on memberships (user_id);

create table api_keys (
  id           text collate "C" primary key,
  broadcast_id text collate "C" not null references broadcasts (id) on delete cascade,
  name         text not null,
  digest       bytea not null unique,
  last_four    text not null,
  scopes       text[] not null,
  created_by   text,
  created_at   timestamptz not null,
  expires_at   timestamptz,
  revoked_at   timestamptz,
  -- Until when it goes on working beside the key that replaced it.
  replaced_until timestamptz,
  last_used_at timestamptz
);
create index api_keys_by_broadcast on api_keys (broadcast_id, created_at);

-- Answers kept for a day, so that a request sent twice takes effect once.
create table idempotency_keys (
  scope        text collate "C" not null,
  key          text collate "C" not null,
  request_hash bytea not null,
  status       integer not null,
  headers      json not null,
  body         text not null,
  created_at   timestamptz not null,
  primary key (scope, key)
);
create index idempotency_keys_by_age on idempotency_keys (created_at);

-- What happened outside the content: keys, sign-ins, members, plans, refusals.
create table audit (
  id           bigint generated always as identity primary key,
  broadcast_id text collate "C",
  user_id      text collate "C",
  action       text not null,
  actor        json not null,
  details      json not null,
  at           timestamptz not null
);
create index audit_by_broadcast on audit (broadcast_id, id);
create index audit_by_age on audit (at);

-- Shares of a rate limit that nodes have drawn, per key and window.
create unlogged table rate_windows (
  subject      text collate "C" not null,
  window_start bigint not null,
  taken        integer not null,
  primary key (subject, window_start)
);

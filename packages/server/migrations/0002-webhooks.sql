create table webhooks (
  id              text collate "C" primary key,
  broadcast_id    text collate "C" not null references broadcasts (id) on delete cascade,
  url             text not null,
  events          text[] not null,
  -- Sealed. During a rotation the one before still signs, too.
  secret          text,
  previous_secret text,
  previous_until  timestamptz,
  active          boolean not null default true,
  disabled_reason text,
  -- Changes after this one concern it.
  since_sequence  bigint not null,
  -- The first failure since the last success.
  failing_since   timestamptz,
  -- The last try failed or took long: it gets one delivery at a time.
  is_slow         boolean not null default false,
  created_at      timestamptz not null,
  updated_at      timestamptz not null
);
create index webhooks_by_broadcast on webhooks (broadcast_id, id);

-- What receivers are told, as bytes that never change, once for all who are told.
create table webhook_events (
  broadcast_id text collate "C" not null references broadcasts (id) on delete cascade,
  id           text collate "C" not null,
  type         text not null,
  sequence     bigint,
  body         text not null,
  created_at   timestamptz not null,
  primary key (broadcast_id, id)
);
create index webhook_events_by_age on webhook_events (created_at);

create table deliveries (
  id           text collate "C" primary key,
  broadcast_id text collate "C" not null,
  webhook_id   text collate "C" not null references webhooks (id) on delete cascade,
  event_id     text collate "C" not null,
  status       text not null default 'pending' check (status in ('pending', 'delivered', 'failed')),
  attempts     integer not null default 0,
  next_at      timestamptz,
  -- Who works on it, and until when others keep off.
  lease_token  text,
  lease_until  timestamptz,
  created_at   timestamptz not null,
  finished_at  timestamptz,
  foreign key (broadcast_id, event_id) references webhook_events (broadcast_id, id) on delete cascade
);
create index deliveries_due on deliveries (webhook_id, next_at, id) where status = 'pending';
create index deliveries_by_webhook on deliveries (webhook_id, id);
create index deliveries_by_event on deliveries (broadcast_id, event_id);

create table delivery_attempts (
  delivery_id text collate "C" not null references deliveries (id) on delete cascade,
  number      integer not null,
  at          timestamptz not null,
  status      integer,
  latency_ms  integer not null,
  error       text,
  reply       text,
  primary key (delivery_id, number)
);

-- Up to which change each broadcast that has webhooks has been told.
create table relay_cursors (
  broadcast_id text collate "C" primary key references broadcasts (id) on delete cascade,
  sequence     bigint not null
);

-- Records that become visible by the clock.
create table due_records (
  broadcast_id text collate "C" not null references broadcasts (id) on delete cascade,
  kind         text collate "C" not null,
  record_id    text collate "C" not null,
  due_at       timestamptz not null,
  primary key (broadcast_id, kind, record_id)
);
create index due_records_by_time on due_records (due_at);

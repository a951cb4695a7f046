-- The choices of visitors about reminders.
update records
  set body = (left(body::text, -1) || ',"reminderMinutes":15,"quietHours":null}')::json,
    keys = keys || '{"reminderMinutes": 15}'
  where kind = 'broadcastClient';

-- Content plane. The position of reminders in the change log, for broadcasts in which a visitor's app has subscribed to push messages.
create table reminder_cursors (
  broadcast_id text collate "C" primary key references broadcasts (id) on delete cascade,
  sequence     bigint not null default 0,
  -- Earlier changes are read for the state of the programme only: no visitor waits for a notice of them.
  since        timestamptz not null
);

insert into reminder_cursors (broadcast_id, since)
select distinct broadcast_id, now() from records
where kind = 'broadcastClient' and (secrets -> 'pushSubscription') is not null;

-- Content plane. Sessions on the programme, as visitors last knew them.
create table known_sessions (
  broadcast_id text collate "C" not null references broadcasts (id) on delete cascade,
  session_id   text collate "C" not null,
  state        json not null,
  -- When visitors are notified of the difference between `state` and the record; null without a difference.
  notify_at    timestamptz,
  -- The end of the session, after which the row is deleted.
  ends_at      timestamptz,
  primary key (broadcast_id, session_id)
);
create index known_sessions_due on known_sessions (broadcast_id, notify_at) where notify_at is not null;
create index known_sessions_by_end on known_sessions (ends_at);

-- Content plane. When visitors are reminded of a session: one row per session and choice, not per visitor.
create table reminders (
  broadcast_id text collate "C" not null references broadcasts (id) on delete cascade,
  session_id   text collate "C" not null,
  minutes      integer not null,
  due_at       timestamptz not null,
  primary key (broadcast_id, session_id, minutes)
);
create index reminders_due on reminders (broadcast_id, due_at);

-- Content plane. Messages about a session that are being sent: a reminder, or a change from one state to another.
create table notices (
  broadcast_id   text collate "C" not null references broadcasts (id) on delete cascade,
  id             text collate "C" not null,
  session_id     text collate "C" not null,
  -- The choice of its recipients; null for a change.
  minutes        integer,
  -- The state that visitors knew, and the current one; null when the session is no longer on the programme.
  state_before   json not null,
  state_after    json,
  -- Clients up to this id are recipients already; null when all are.
  fanned_through text collate "C" default '',
  -- It is not sent from then on.
  expires_at     timestamptz not null,
  primary key (broadcast_id, id)
);
create index notices_by_session on notices (broadcast_id, session_id);
create index notices_by_end on notices (expires_at);

-- Content plane. The recipients that a notice has not reached yet. A row is deleted when its client was reached, could not be, or is deleted.
create table notice_recipients (
  broadcast_id text collate "C" not null,
  notice_id    text collate "C" not null,
  client_kind  text collate "C" not null default 'broadcastClient' check (client_kind = 'broadcastClient'),
  client_id    text collate "C" not null,
  -- Later than the notice for a client with quiet hours.
  due_at       timestamptz not null,
  primary key (broadcast_id, notice_id, client_id),
  foreign key (broadcast_id, notice_id) references notices (broadcast_id, id) on delete cascade,
  foreign key (broadcast_id, client_kind, client_id) references records (broadcast_id, kind, id) on delete cascade
);
create index notice_recipients_by_client on notice_recipients (broadcast_id, client_id);
create index notice_recipients_due on notice_recipients (broadcast_id, due_at);

-- Queue tickets: when the next of all these is due, one row per broadcast, so that polling reads no content table.
create table reminder_tickets (
  -- The broadcast.
  id          text collate "C" primary key references broadcasts (id) on delete cascade,
  due_at      timestamptz not null,
  lease_token text,
  lease_until timestamptz
) with (fillfactor = 50);
create index reminder_tickets_by_time on reminder_tickets (due_at);

-- Records that are only ever appended: they lie by the time they are about, a table for each month, so that forgetting a
-- month is dropping its table. No key leads to the broadcast: the counts below have one, and are written in the same transaction.
create table timeline (
  broadcast_id text collate "C" not null,
  kind         text collate "C" not null,
  id           text collate "C" not null,
  occurred_at  timestamptz not null,
  body         json not null,
  keys         jsonb not null,
  reference    text collate "C",
  primary key (broadcast_id, kind, id, occurred_at)
) partition by range (occurred_at);
create index timeline_by_occurrence on timeline (broadcast_id, kind, ((keys ->> 'occurredAt') collate "C"));
create index timeline_by_type on timeline (broadcast_id, kind, ((keys ->> 'type') collate "C"), id);
create index timeline_by_client on timeline (broadcast_id, kind, ((keys ->> 'clientId') collate "C"), id)
  where ((keys ->> 'clientId') collate "C") is not null;

-- How many there are of each type on each day of the broadcast. Several rows add up, so that writers need not wait for each other.
create table timeline_counts (
  broadcast_id text collate "C" not null references broadcasts (id) on delete cascade,
  kind         text collate "C" not null,
  day          date not null,
  type         text collate "C" not null,
  -- The month whose table holds what is counted here, and goes with it.
  month        date not null,
  slot         smallint not null,
  count        bigint not null,
  primary key (broadcast_id, kind, day, type, month, slot)
) with (fillfactor = 70);
create index timeline_counts_by_month on timeline_counts (month);

-- The references of what lies on the timeline: no index over all its months could keep them apart.
create table timeline_references (
  broadcast_id text collate "C" not null references broadcasts (id) on delete cascade,
  kind         text collate "C" not null,
  reference    text collate "C" not null,
  month        date not null,
  constraint timeline_reference primary key (broadcast_id, kind, reference)
);
create index timeline_references_by_month on timeline_references (month);

do $$
declare
  first date;
begin
  for first in
    select distinct date_trunc('month', (body ->> 'occurredAt')::timestamptz at time zone 'UTC')::date
    from records where kind = 'broadcastEvent'
  loop
    execute format(
      'create table %I partition of timeline for values from (%L) to (%L)',
      'timeline_' || to_char(first, 'YYYY_MM'),
      first::text || ' 00:00:00+00',
      (first + interval '1 month')::date::text || ' 00:00:00+00'
    );
  end loop;
end $$;

with moved as (
  delete from records where kind = 'broadcastEvent'
  returning broadcast_id, kind, id, (body ->> 'occurredAt')::timestamptz as occurred_at, body, keys, reference
), kept as (
  insert into timeline (broadcast_id, kind, id, occurred_at, body, keys, reference)
  select broadcast_id, kind, id, occurred_at, body, keys, reference from moved
)
insert into timeline_counts (broadcast_id, kind, day, type, month, slot, count)
select m.broadcast_id, m.kind,
  ((m.occurred_at at time zone coalesce(b.body ->> 'timezone', 'UTC')) - coalesce(b.body ->> 'dayStart', '06:00')::interval)::date,
  m.keys ->> 'type', date_trunc('month', m.occurred_at at time zone 'UTC')::date, 0, count(*)
from moved m join records b on b.broadcast_id = m.broadcast_id and b.kind = 'broadcast' and b.id = m.broadcast_id
group by 1, 2, 3, 4, 5;

insert into timeline_references (broadcast_id, kind, reference, month)
select broadcast_id, kind, reference, date_trunc('month', occurred_at at time zone 'UTC')::date from timeline where reference is not null;

drop index records_by_occurrence;
drop index records_by_type;

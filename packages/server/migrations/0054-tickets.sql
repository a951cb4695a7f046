-- Control plane. Broadcasts with work that waits, or that may have some, and when a node looks at them next. A ticket is raised before the
-- write that leaves work.
create table tickets (
  broadcast_id text collate "C" primary key,
  due_at       timestamptz not null,
  -- When it was raised last, and how often: a look that a raise has overtaken does not postpone it.
  raised_at    timestamptz not null default now(),
  raises       bigint not null default 1
) with (fillfactor = 50);
create index tickets_by_time on tickets (due_at);

-- Content plane. Webhooks and their deliveries, by broadcast.
alter table delivery_attempts drop constraint delivery_attempts_delivery_id_fkey;
alter table deliveries drop constraint deliveries_webhook_id_fkey;
alter table webhooks drop constraint webhooks_pkey, add primary key (broadcast_id, id);
alter table deliveries drop constraint deliveries_pkey, add primary key (broadcast_id, id),
  add foreign key (broadcast_id, webhook_id) references webhooks (broadcast_id, id) on delete cascade;
alter table delivery_attempts add column broadcast_id text collate "C";
update delivery_attempts a set broadcast_id = d.broadcast_id from deliveries d where d.id = a.delivery_id;
alter table delivery_attempts alter column broadcast_id set not null, drop constraint delivery_attempts_pkey,
  add primary key (broadcast_id, delivery_id, number),
  add foreign key (broadcast_id, delivery_id) references deliveries (broadcast_id, id) on delete cascade;
drop index webhooks_by_broadcast;
drop index deliveries_due;
drop index deliveries_by_webhook;
create index deliveries_due on deliveries (broadcast_id, webhook_id, next_at, id) where status = 'pending';
create index deliveries_by_webhook on deliveries (broadcast_id, webhook_id, id);

-- Content plane. What is due is looked for in one broadcast at a time.
drop index due_records_by_time;
create index due_records_by_time on due_records (broadcast_id, due_at);
drop index jobs_by_time;
create index jobs_by_time on jobs (broadcast_id, due_at) where ended_at is null;
drop index workflow_triggers_by_time;
drop index import_polls_by_time;

-- Content plane. Locked by a node that claims runs of the broadcast, so that nodes count the same runs.
create table run_claims (
  broadcast_id text collate "C" primary key references broadcasts (id) on delete cascade
);

-- Content plane. When the next reminder or notice of a broadcast is due, and the node that sends them.
alter table reminder_tickets rename to reminder_leases;
alter table reminder_leases rename column id to broadcast_id;
drop index reminder_tickets_by_time;

-- Content plane. The token of a visitor is looked up in its broadcast.
alter table client_tokens drop constraint client_tokens_digest_key, add unique (broadcast_id, digest);

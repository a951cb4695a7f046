-- From here on accounts and what belongs to them (the control plane) can be in another database than the content of broadcasts.

-- Control plane. Every broadcast and its owner. A row is inserted before the broadcast and deleted after it.
create table directory (
  broadcast_id text collate "C" primary key,
  user_id      text collate "C" not null references users (id),
  created_at   timestamptz not null,
  -- Since when it is being deleted: nothing belongs to it any more.
  leaving_at   timestamptz
);
create index directory_by_user on directory (user_id);
insert into directory (broadcast_id, user_id, created_at) select id, user_id, created_at from broadcasts;

-- Control plane. The broadcasts in which a person may be a member; whether they are one, the broadcast says.
create table directory_members (
  user_id      text collate "C" not null references users (id) on delete cascade,
  broadcast_id text collate "C" not null references directory (broadcast_id) on delete cascade,
  primary key (user_id, broadcast_id)
);
create index directory_members_by_broadcast on directory_members (broadcast_id);
insert into directory_members (user_id, broadcast_id) select user_id, broadcast_id from memberships;

-- Control plane. Requests with an Idempotency-Key that concern an account: the answer, or the broadcast that has it.
create table account_requests (
  scope        text collate "C" not null,
  key          text collate "C" not null,
  request_hash bytea not null,
  broadcast_id text collate "C",
  status       integer,
  headers      json,
  body         text,
  created_at   timestamptz not null,
  primary key (scope, key)
);
create index account_requests_by_age on account_requests (created_at);

-- Content plane. The answers to requests that concern a broadcast.
alter table idempotency_keys add column broadcast_id text collate "C" not null default '';
insert into account_requests (scope, key, request_hash, status, headers, body, created_at)
select scope, key, request_hash, status, headers, body, created_at from idempotency_keys where scope like 'user/%';
delete from idempotency_keys where scope like 'user/%';
update idempotency_keys set broadcast_id = coalesce(substring(scope from '(?:^|/)([0-9a-f]{24})(?:/|$)'), '');
alter table idempotency_keys drop constraint idempotency_keys_pkey, add primary key (broadcast_id, scope, key);

-- Content plane. What happened to a broadcast outside its content: members, webhooks, exports, erasures. Ids are odd microseconds and
-- those of `audit` even ones, so that both sort by time.
create table broadcast_audit (
  broadcast_id text collate "C" not null,
  id           bigint not null default (extract(epoch from clock_timestamp()) * 1000000)::bigint * 2 + 1,
  nonce        uuid not null default gen_random_uuid(),
  action       text not null,
  actor        json not null,
  details      json not null,
  at           timestamptz not null,
  primary key (broadcast_id, id, nonce)
);
create index broadcast_audit_by_age on broadcast_audit (at);

-- Control plane. Accounts, keys, refusals, and deleted broadcasts.
alter table audit alter column id drop identity;
alter table audit alter column id set default (extract(epoch from clock_timestamp()) * 1000000)::bigint * 2;
alter table audit add column nonce uuid not null default gen_random_uuid();
alter table audit drop constraint audit_pkey, add primary key (id, nonce);

-- Content plane. The plan of the owner, so that no queue needs to ask for the account.
alter table broadcasts add column plan text not null default 'pro';
update broadcasts b set plan = u.plan from users u where u.id = b.user_id and u.plan <> 'pro';

alter table broadcasts drop constraint broadcasts_user_id_fkey;
alter table memberships drop constraint memberships_user_id_fkey;
alter table api_keys drop constraint api_keys_broadcast_id_fkey,
  add constraint api_keys_broadcast_id_fkey foreign key (broadcast_id) references directory (broadcast_id) on delete cascade;
alter table demo drop constraint demo_broadcast_id_fkey,
  add constraint demo_broadcast_id_fkey foreign key (broadcast_id) references directory (broadcast_id) on delete cascade;

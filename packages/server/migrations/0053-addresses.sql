-- Control plane. The broadcast that each slug and own domain belongs to; which of its channels has it, the broadcast says. A row is
-- inserted before a channel gets the address and deleted after it lost it.
create table addresses (
  address      text collate "C" primary key,
  broadcast_id text collate "C" not null,
  reserved_at  timestamptz not null default now(),
  -- The last transaction of content that took or gave up the address. No other one deletes the row.
  reserved_by  uuid not null default gen_random_uuid()
);
create index addresses_by_broadcast on addresses (broadcast_id);
create index addresses_by_domain on addresses (address) where strpos(address, '.') > 0;
insert into addresses (address, broadcast_id)
select keys ->> 'slug', broadcast_id from records where kind = 'broadcastDiffuser' and keys ->> 'slug' is not null
union all
select keys ->> 'domain', broadcast_id from records where kind = 'broadcastDiffuser' and keys ->> 'domain' is not null;

-- Content plane. Within a broadcast they are unique by an index, and found by it.
drop index records_unique_slug;
create unique index records_unique_slug on records (broadcast_id, (keys ->> 'slug')) where kind = 'broadcastDiffuser';
drop index records_unique_domain;
create unique index records_unique_domain on records (broadcast_id, (keys ->> 'domain')) where kind = 'broadcastDiffuser';

-- What an installed app shows to be known again. Only a keyed hash is kept; it goes with the client.
create table client_tokens (
  broadcast_id text collate "C" not null,
  kind         text collate "C" not null default 'broadcastClient' check (kind = 'broadcastClient'),
  client_id    text collate "C" not null,
  digest       bytea not null unique,
  primary key (broadcast_id, client_id),
  foreign key (broadcast_id, kind, client_id) references records (broadcast_id, kind, id) on delete cascade
);

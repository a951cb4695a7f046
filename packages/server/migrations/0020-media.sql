-- The bytes that are kept for media: each content once in a broadcast. A row comes before its bytes and goes after them,
-- so that bytes without a row are nowhere, and it outlives its broadcast until they are gone.
create table stored_files (
  broadcast_id text collate "C" not null,
  -- Where they lie in the file store, together with what is made from them. Never used twice.
  location     text collate "C" not null,
  state        text not null check (state in ('arriving', 'kept', 'leaving')),
  hash         text collate "C" not null,
  size         bigint not null,
  mime_type    text not null,
  width        integer,
  height       integer,
  -- Frames of an animation.
  frames       integer not null default 1,
  color        text,
  created_at   timestamptz not null,
  -- Since when no record has shown it.
  unused_since timestamptz,
  primary key (broadcast_id, location)
);
create unique index stored_files_once on stored_files (broadcast_id, hash) where state = 'kept';
create index stored_files_moving on stored_files (state, created_at) where state <> 'kept';

-- Which file a media shows. It stays when the record goes, for as long as the file does: a record that comes back has it again.
create table media_files (
  broadcast_id text collate "C" not null references broadcasts (id) on delete cascade,
  media_id     text collate "C" not null,
  location     text collate "C" not null,
  -- The last part of its public address.
  name         text collate "C" not null,
  -- What it was called where it came from.
  file_name    text not null,
  primary key (broadcast_id, media_id)
);
create index media_files_by_media on media_files (media_id);
create index media_files_by_location on media_files (broadcast_id, location);

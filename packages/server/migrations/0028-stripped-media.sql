-- What everybody gets of a file: its bytes without metadata such as the place where a picture was taken. The same as `hash` and `size`
-- where there was nothing to leave out; null until it was looked for, as with files of earlier versions.
alter table stored_files
  add column stripped_hash text collate "C",
  add column stripped_size bigint;
create index stored_files_unstripped on stored_files (broadcast_id, location) where stripped_hash is null;

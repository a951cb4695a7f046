-- The points of the log that revisions stand for: what was the newest change of a record at one of them is not forgotten.
create index records_revisions on records (broadcast_id, ((keys ->> 'sequence')::bigint)) where kind = 'revision';

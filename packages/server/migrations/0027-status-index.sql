-- Drafts are few among many, and what is published is counted with every list of it.
create index records_by_status on records (broadcast_id, kind, ((keys ->> 'status') collate "C"), id);

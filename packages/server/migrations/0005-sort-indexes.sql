-- What lists of many records are sorted by. Each index serves both directions: what has no value is picked apart.
create index records_by_created on records (broadcast_id, kind, ((keys ->> '_createdAt') collate "C"));
create index records_by_updated on records (broadcast_id, kind, ((keys ->> '_updatedAt') collate "C"));
-- An index entry holds 2,700 bytes at most, and a title may be longer.
create index records_by_title on records (broadcast_id, kind, (left((keys ->> 'title') collate "C", 300)))
  where kind in ('broadcastSession', 'broadcastInterestPoint', 'broadcastArticle', 'broadcastHost', 'broadcastPage', 'broadcastCategory');
create index records_by_start on records (broadcast_id, kind, ((keys ->> 'time.start') collate "C")) where kind = 'broadcastSession';
create index records_by_end on records (broadcast_id, kind, ((keys ->> 'time.end') collate "C")) where kind = 'broadcastSession';
create index records_by_publication on records (broadcast_id, kind, ((keys ->> 'publishedAt') collate "C")) where kind = 'broadcastArticle';
create index records_by_last_seen on records (broadcast_id, kind, ((keys ->> 'lastSeenAt') collate "C")) where kind = 'broadcastClient';
create index records_by_occurrence on records (broadcast_id, kind, ((keys ->> 'occurredAt') collate "C")) where kind = 'broadcastEvent';
create index records_by_type on records (broadcast_id, kind, ((keys ->> 'type') collate "C")) where kind = 'broadcastEvent';

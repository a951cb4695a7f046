-- Content plane. Lists of the content of a programme are sorted in memory. Each of these indexes was written with every change of a
-- record; what is left of them serves the kinds that are never in memory. Those by start and status serve lists of the programme until it is
-- loaded.
drop index if exists records_by_title;
drop index if exists records_by_end;
drop index if exists records_by_created;
drop index if exists records_by_updated;
create index records_by_created on records (broadcast_id, kind, ((keys ->> '_createdAt') collate "C"))
  where kind in ('broadcastContact', 'broadcastMember', 'broadcastClient', 'broadcastCampaign', 'import', 'importSource', 'workflowRun');
create index records_by_updated on records (broadcast_id, kind, ((keys ->> '_updatedAt') collate "C"))
  where kind in ('broadcastContact', 'broadcastMember', 'broadcastClient', 'broadcastCampaign', 'import', 'importSource', 'workflowRun');

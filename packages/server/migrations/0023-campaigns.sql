-- The keys by which push services know the messages of a broadcast. The private one is sealed.
create table push_keys (
  broadcast_id text collate "C" primary key references broadcasts (id) on delete cascade,
  public_key   text not null,
  private_key  text not null
);

-- Whom a campaign that is being sent has yet to reach. A row goes when its client was reached, could not be, or is deleted.
create table campaign_recipients (
  broadcast_id  text collate "C" not null,
  campaign_kind text collate "C" not null default 'broadcastCampaign' check (campaign_kind = 'broadcastCampaign'),
  campaign_id   text collate "C" not null,
  client_kind   text collate "C" not null default 'broadcastClient' check (client_kind = 'broadcastClient'),
  client_id     text collate "C" not null,
  primary key (broadcast_id, campaign_id, client_id),
  foreign key (broadcast_id, campaign_kind, campaign_id) references records (broadcast_id, kind, id) on delete cascade,
  foreign key (broadcast_id, client_kind, client_id) references records (broadcast_id, kind, id) on delete cascade
);
create index campaign_recipients_by_client on campaign_recipients (broadcast_id, client_id);

-- Content plane. The fields of sessions that programmes of other systems have.
update records
  set body = (left(body::text, -1) || ',"subtitle":null,"type":null,"languages":[],"links":[],"attachments":[],"recording":null,"feedbackUrl":null,"guid":null,"source":null}')::json,
    keys = keys || '{"languages": []}'
  where kind = 'broadcastSession';

-- Content plane. Deleted records by their reference: one that is put again gets its id back.
create index if not exists trash_by_reference on trash (broadcast_id, kind, (body ->> '_reference')) where body ->> '_reference' is not null;

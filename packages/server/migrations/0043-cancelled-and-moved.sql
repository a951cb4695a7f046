-- Content plane. Whether a session is cancelled, and where it was before it moved.
update records
  set body = (left(body::text, -1) || ',"cancelled":false,"movedFrom":null}')::json,
    keys = keys || '{"cancelled": false}'
  where kind = 'broadcastSession';

-- Content plane. The first and the last day of an event.
update records
  set body = (left(body::text, -1) || ',"dates":null}')::json
  where kind = 'broadcast';

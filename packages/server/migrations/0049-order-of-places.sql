-- Content plane. The order of places, as columns of the programme.
update records
  set body = (left(body::text, -1) || ',"order":null}')::json
  where kind = 'broadcastInterestPoint';

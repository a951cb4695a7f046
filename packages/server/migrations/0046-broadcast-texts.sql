-- Content plane. Name and description of a broadcast by language.
update records
  set body = (left(body::text, -1) || ',"localeDetails":null}')::json
  where kind = 'broadcast';

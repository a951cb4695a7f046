-- Content plane. The own domain of a channel, unique in the service like its slug.
update records
  set body = (left(body::text, -1) || ',"domain":null}')::json
  where kind = 'broadcastDiffuser';
create unique index records_unique_domain on records ((keys ->> 'domain')) where kind = 'broadcastDiffuser';

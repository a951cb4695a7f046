-- `revisionId` of a broadcast is absent, not null, until there is a revision. The other members keep their bytes and their order.
update records
  set body = (
    select ('{' || string_agg(to_json(member.key)::text || ':' || member.value::text, ',' order by member.place) || '}')::json
    from json_each(body) with ordinality as member (key, value, place)
    where member.key <> 'revisionId'
  )
  where kind = 'broadcast' and json_typeof(body -> 'revisionId') = 'null';

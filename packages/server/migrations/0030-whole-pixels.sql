-- Positions on image maps are whole pixels, rounded as Surface A has always shown them. The other members keep their bytes and their order.
update records place
  set body = (
      select ('{' || string_agg(
        to_json(member.key)::text || ':' || case member.key
          when 'position' then '{"x":' || pixel.x || ',"y":' || pixel.y || '}'
          else member.value::text
        end, ',' order by member.place) || '}')::json
      from json_each(place.body) with ordinality as member (key, value, place)
    ),
    keys = place.keys || jsonb_build_object('position.x', pixel.x, 'position.y', pixel.y)
  from records drawn
    join records point on point.broadcast_id = drawn.broadcast_id and point.kind = 'broadcastInterestPoint'
      and point.body ->> 'mapId' = drawn.id and json_typeof(point.body -> 'position') = 'object'
    cross join lateral (select
      floor((point.body #>> '{position,x}')::numeric + 0.5) as x,
      floor((point.body #>> '{position,y}')::numeric + 0.5) as y
    ) pixel
  where drawn.kind = 'broadcastMap' and drawn.keys ->> 'type' = 'image'
    and (place.broadcast_id, place.kind, place.id) = (point.broadcast_id, point.kind, point.id)
    and (pixel.x <> (point.body #>> '{position,x}')::numeric or pixel.y <> (point.body #>> '{position,y}')::numeric);

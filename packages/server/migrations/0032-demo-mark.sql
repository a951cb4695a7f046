-- The broadcast of the demo festival. A mark of its own, because people may edit everything in it, its reference too.
create table demo (
  broadcast_id text collate "C" primary key references broadcasts (id) on delete cascade
);

insert into demo (broadcast_id)
select b.id
from broadcasts b
  join users u on u.id = b.user_id and u.email = 'demo@marquee.example'
  join records r on r.broadcast_id = b.id and r.kind = 'broadcast' and r.id = b.id and r.reference = 'marquee-demo'
order by b.id limit 1;

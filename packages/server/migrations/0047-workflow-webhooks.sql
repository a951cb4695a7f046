-- Content plane. The secret that signs calls of a workflow, and the version of the address that is called.
update records
  set body = (left(body::text, -1) || ',"hookSecret":null,"hookVersion":null}')::json
  where kind = 'workflow';

-- Tables of months are created and dropped while the service runs, which only the owner of the timeline may do. As functions of the
-- owner they let the service run with a role that owns nothing. Tables are found in the schema of the timeline and nowhere else.
do $$
begin
  execute format(
    $function$
      create function create_timeline_month(month date) returns void
      language plpgsql security definer set search_path = %1$I, pg_temp as $body$
      declare
        first date := date_trunc('month', month)::date;
        name text := 'timeline_' || to_char(first, 'YYYY_MM');
        granted record;
      begin
        execute format('create table %%I (like timeline including defaults including constraints)', name);
        -- Attached rather than created as a partition: that does not wait for readers or writers.
        execute format(
          'alter table timeline attach partition %%I for values from (%%L) to (%%L)',
          name,
          first::text || ' 00:00:00+00',
          (first + interval '1 month')::date::text || ' 00:00:00+00'
        );
        -- The erasure of a person changes the tables of months one by one, with the rights that it has on the timeline.
        for granted in
          select privilege_type as privilege, grantee::regrole::text as role
          from pg_class cross join lateral aclexplode(relacl)
          where pg_class.oid = 'timeline'::regclass and grantee <> 0
        loop
          execute format('grant %%s on %%I to %%s', granted.privilege, name, granted.role);
        end loop;
      end
      $body$;

      create function drop_timeline_month(month date) returns void
      language plpgsql security definer set search_path = %1$I, pg_temp set lock_timeout = '2s' as $body$
      begin
        execute format('drop table %%I', 'timeline_' || to_char(month, 'YYYY_MM'));
      end
      $body$;
    $function$,
    current_schema()
  );
end $$;

revoke all on function create_timeline_month(date), drop_timeline_month(date) from public;

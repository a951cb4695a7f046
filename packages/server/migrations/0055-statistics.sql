-- Content plane. Which values these columns have decides no plan: what is filtered by is in indexes of expressions, which have
-- statistics of their own. PostgreSQL sorted and counted them after every tenth of a table was new, for longer than all the rest took.
do $$
declare
  unneeded record;
  is_divided boolean := false;
begin
  for unneeded in
    select * from (values
      ('records', 'body'), ('records', 'keys'), ('records', 'secrets'),
      ('changes', 'body'), ('changes', 'fields'), ('changes', 'event_types'), ('changes', 'actor')
    ) as names (in_table, in_column)
  loop
    if to_regclass('pg_dist_partition') is not null then
      execute 'select exists (select from pg_dist_partition where logicalrelid = $1::regclass)' into is_divided using unneeded.in_table;
    end if;
    -- On a cluster only the tables of the workers can be changed, and only they have rows.
    if is_divided then
      execute format(
        'select run_command_on_shards(%L, %L)',
        unneeded.in_table,
        format('alter table %%s alter column %I set statistics 0', unneeded.in_column)
      );
    else
      execute format('alter table %I alter column %I set statistics 0', unneeded.in_table, unneeded.in_column);
    end if;
  end loop;
end $$;

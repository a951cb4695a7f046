#!/bin/sh
# Creates the database and its two roles, as in docs/guides/operate.md: one owns the tables, the other may only use them.
set -eu
psql --set=ON_ERROR_STOP=1 --username=postgres \
  --set=owner_password="$OWNER_PASSWORD" --set=service_password="$SERVICE_PASSWORD" <<'SQL'
create role marquee_owner login password :'owner_password';
create role marquee_service login password :'service_password';
create database marquee owner marquee_owner;
\connect marquee
set role marquee_owner;
grant usage on schema public to marquee_service;
alter default privileges in schema public grant select, insert, update, delete on tables to marquee_service;
alter default privileges in schema public grant execute on functions to marquee_service;
SQL
if [ -n "${REPLICATION_PASSWORD:-}" ]; then
  psql --set=ON_ERROR_STOP=1 --username=postgres --set=replication_password="$REPLICATION_PASSWORD" <<'SQL'
create role replication login replication password :'replication_password';
select pg_create_physical_replication_slot('standby');
SQL
  echo 'host replication replication all scram-sha-256' >>"$PGDATA/pg_hba.conf"
fi

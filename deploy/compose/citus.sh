#!/bin/sh
# Makes this PostgreSQL a node of a Citus cluster, after roles.sh. The nodes connect to each other with the role of each statement, and
# with that of the superuser for the cluster itself; their passwords are in a file that only PostgreSQL can read.
set -eu
psql --set=ON_ERROR_STOP=1 --username=postgres --dbname=marquee --command='create extension if not exists citus'
umask 077
cat >"$PGPASSFILE" <<PASSWORDS
*:*:*:postgres:$POSTGRES_PASSWORD
*:*:*:marquee_owner:$OWNER_PASSWORD
*:*:*:marquee_service:$SERVICE_PASSWORD
PASSWORDS

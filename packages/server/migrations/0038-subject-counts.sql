-- Content plane. How many events of each type there were about a subject on each day of the broadcast. A subject is a record
-- (about = its kind), a screen, an hour of the day or a searched text. Like timeline_counts, several rows add up, and rows expire
-- with the month of the events.
create table timeline_subject_counts (
  broadcast_id text collate "C" not null references broadcasts (id) on delete cascade,
  kind         text collate "C" not null,
  day          date not null,
  type         text collate "C" not null,
  about        text collate "C" not null,
  subject      text collate "C" not null,
  month        date not null,
  slot         smallint not null,
  count        bigint not null,
  primary key (broadcast_id, kind, day, type, about, subject, month, slot)
) with (fillfactor = 70);
create index timeline_subject_counts_by_month on timeline_subject_counts (month);

-- Similarity of words, for typos. It comes with PostgreSQL and needs no superuser.
create extension if not exists pg_trgm;

-- Up to which change the documents of a broadcast have been made. Without its row they are made anew by the next search, so
-- `delete from search_cursors` is all it takes when documents are to look different.
create table search_cursors (
  broadcast_id text collate "C" primary key references broadcasts (id) on delete cascade,
  -- Begins every word of the broadcast's documents: in the index its words stand together, and those of others are never met.
  scope        bigint generated always as identity,
  -- Null as long as there are none.
  sequence     bigint
);

-- What is searched: a record as it stands, and once more in each language it has texts in. The texts stay in the record.
create table search_documents (
  broadcast_id text collate "C" not null references search_cursors (broadcast_id) on delete cascade,
  kind         text collate "C" not null,
  record_id    text collate "C" not null,
  -- '' for the record as it stands.
  locale       text collate "C" not null,
  -- Those who ask for one of these locales see the texts of this document.
  serves       text[] not null,
  -- The words of the title, folded.
  title        text not null,
  -- The `_updatedAt` of the record it was made from.
  version      text collate "C" not null,
  vector       tsvector not null,
  primary key (broadcast_id, kind, record_id, locale)
);
-- New words wait in a list that every search reads; a short one is read in no time.
create index search_documents_words on search_documents using gin (vector) with (gin_pending_list_limit = 1024);

-- The languages of a broadcast: French, English and Spanish as before, and its main language if that is another one.
update records
  set body = (left(body::text, -1) || ',"locales":' || case
    when body ->> 'defaultLocale' not in ('fr', 'en', 'es') then json_build_array(body ->> 'defaultLocale', 'fr', 'en', 'es')::text
    else '["fr","en","es"]' end || '}')::json
  where kind = 'broadcast';

-- Documents also serve the languages that a record has no texts in; they are made anew by the next search.
delete from search_cursors;

-- Content plane. The shown part of a picture, and the tags of a media.
update records
  set body = (left(body::text, -1) || ',"crop":null,"tags":[]}')::json,
    keys = keys || '{"tags": []}'
  where kind = 'media';

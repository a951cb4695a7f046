import { statusOf } from '../../base/errors.ts'

const codesByStatus = [...Map.groupBy(Object.entries(statusOf), ([, status]) => status)]
  .sort(([one], [other]) => one - other)
  .map(([status, codes]) => `| ${status} | ${codes.map(([code]) => `\`${code}\``).join(', ')} |`)
  .join('\n')

/** The first page of the reference, in Markdown. */
export const introduction = `Content management for the apps and websites of festivals, conferences and venues.

A broadcast is one project with one set of content. Two surfaces show it: **Surface A** (\`/v1/events\`, \`/v1/places\`, \`/v1/articles\`, \`/v1/webhooks\`) is a plain view for programs, **Surface B** (\`/v1/users/{userId}/broadcasts/{broadcastId}/...\`) has every kind of record whole. A record has the same id on both. The **public surface** (\`/v1/public/{broadcast}/...\`) shows published content without a key.

The document itself is at [/v1/openapi.json](/v1/openapi.json).

## Keys

Owners create API keys in the developer settings of a broadcast. A key belongs to one broadcast and has scopes: \`read\`, \`write\`, \`people\`. Send it as \`Authorization: Bearer <key>\` or \`X-API-KEY: <key>\`, on either surface; never in a URL. People who are signed in use their session cookie on Surface B.

\`\`\`bash
curl -H "Authorization: Bearer $MQ_KEY" "$MQ_URL/v1/events?day=2027-07-02"
\`\`\`

## Errors

Every failure is \`application/problem+json\` (RFC 9457). \`code\` is stable, \`detail\` is a sentence for people, and \`errors\` lists invalid fields by JSON pointer, or \`?name\` for a query parameter. \`request_id\` is also in the header \`X-Request-Id\`; name it when you report a problem.

| Status | Codes |
| - | - |
${codesByStatus}

## Paging

Lists of Surface A take \`limit\` (1 to 200, 50 by default) and \`offset\`, and answer \`{data, total, limit, offset}\`. Lists of Surface B take \`limit\` and \`skip\`, or \`startId\` to continue after a record, and answer \`{data, metadata: {total, limit, skip, nextStartId}, _type}\`; \`nextStartId\` is null on the last page. To follow changes instead of reading lists again, start at the header \`Marquee-Sequence\` of a list and read \`/changes?since=\` or the stream.

## Caching and concurrent writes

Every GET has an \`ETag\`; send it as \`If-None-Match\` to get 304 while nothing has changed. Send the ETag of a record as \`If-Match\` with a write to get 412 instead of overwriting a change you have not seen. Where the service has several nodes, a read right after a write may reach another one: send the \`Marquee-Sequence\` of the write as \`Marquee-Min-Sequence\`, and the answer is never older. A number that the database does not have, as after a restore from a backup, is 400 \`sequence_ahead\`. Text of 1 KiB and more is compressed with Brotli or gzip if \`Accept-Encoding\` allows it.

## Retries

Repeat a request after 429 and 503, and after a connection that broke. Wait for the seconds of \`Retry-After\` where it is given, otherwise back off exponentially. GET, PUT, PATCH and DELETE can be repeated as they are; a POST needs an \`Idempotency-Key\`. Rate limits count per key: \`RateLimit\`, \`RateLimit-Policy\` and \`X-RateLimit-*\` report the rest and the reset.

## Idempotency

Send an \`Idempotency-Key\` of your choice with a POST. For 24 hours a repetition gets the first answer again, with \`Idempotent-Replayed: true\` and without secrets. The same key with another body is 422 \`idempotency_key_reused\`; while the first request is running it is 409 with \`Retry-After\`. \`PUT .../by-reference/{reference}\` creates or updates by an id of your own.

## Webhooks

A webhook receives a POST for each event it follows: \`event.created\`, a group such as \`event.*\`, or \`*\`. The section *Webhooks* of this document has every event with its payload. Verify \`webhook-signature\` or \`X-Service-Signature\` before you parse the body, answer 2xx within 15 seconds, and expect an event more than once and out of order: \`id\` identifies it, \`sequence\` orders it. Anything but 2xx is tried again for about three days; 410 switches the webhook off.
`

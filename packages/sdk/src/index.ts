export type { Account, MyBroadcast, NewBroadcast, Person, Session } from './account.ts'
export type {
  BroadcastApi,
  ConflictQuery,
  CountQuery,
  DayRange,
  SearchQuery,
  Share,
  TranslationQuery,
  Usage,
} from './broadcast.ts'
export type { ChangesPage, StreamOptions } from './changes.ts'
export { etagOf } from './etag.ts'
export type { ChangesQuery, ImportFrom, Imports } from './imports.ts'
export type { Jobs, WaitOptions } from './jobs.ts'
export type { Keys } from './keys.ts'
export type {
  AtQuery,
  BatchOperation,
  BatchResult,
  CreateOptions,
  HistoryQuery,
  KindCollection,
  ListQuery,
  MixedOperation,
  WriteOptions,
} from './kind-collection.ts'
export type {
  Campaigns,
  DiffQuery,
  Diffusers,
  Medias,
  Members,
  Revisions,
  Runs,
  Workflows,
} from './kinds-with-verbs.ts'
export { Marquee } from './marquee.ts'
export type { EventQuery, PlainCollection, PlainPage, PlainQuery } from './plain-collection.ts'
export { type FieldError, MarqueeProblem, MarqueeUnreachable } from './problem.ts'
export type { Feed, PublicApi, PublicListQuery } from './public.ts'
export type {
  Change,
  ChangeOf,
  Comparison,
  DryRun,
  ExpandedRecord,
  Filter,
  KindName,
  Page,
  Scalar,
  Shown,
  ViewQuery,
} from './shapes.ts'
export type { CallOptions, MarqueeOptions, Method, RequestOptions } from './transport.ts'
export type { Trash as TrashApi, TrashQuery } from './trash.ts'
export type * from './types.ts'
export { type VerifyOptions, verifyWebhook, type WebhookEvent, WebhookVerificationError } from './verify-webhook.ts'
export type { Views } from './views.ts'
export type { WebAbortSignal, WebBlob, WebFetch, WebHeaders, WebResponse } from './web-types.ts'
export type { DeliveryQuery, WebhookQuery, Webhooks } from './webhooks.ts'

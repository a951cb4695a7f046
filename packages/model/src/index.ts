export { Actor, type ChangeEntry, ChangeOperation } from './change.ts'
export { type Crop, croppedUrl, cropText, isWithinPicture, pointWithin } from './crop.ts'
export { type Hoisted, hoistTitled } from './derive/components.ts'
export { carriesIdsOnly, type EventType, eventTypes, isFollowed, isSubscription } from './derive/event-types.ts'
export { exampleCreate, exampleOf, examplePatch, exampleRecord } from './derive/example.ts'
export { modelMarkdown } from './derive/markdown.ts'
export { createSchema, listSchema, patchSchema, recordSchema } from './derive/schemas.ts'
export { domainOf } from './domain-name.ts'
export { editorialKinds, isRestorable, trashKinds } from './editorial.ts'
export { type FieldErrorCode, fieldErrorCodes } from './field-error-codes.ts'
export {
  type Comparison,
  type Condition,
  hasLocalTimes,
  isLogic,
  type Logic,
  parseFilters,
  type Scalar,
} from './filter.ts'
export { type ErrorParams, type FieldError, Invalid, invalid, knownNames, quoted } from './invalid.ts'
export {
  type AnyRecord,
  type Area,
  commonFields,
  type Field,
  type Kind,
  type Logging,
  type Occupies,
  type Operation,
  operations,
  type RecordOf,
  type ShownRecord,
  type TimelineOptions,
} from './kind.ts'
export { allKinds, broadcastKinds, type KindName, kindNamed, kinds } from './kinds.ts'
export { isLanguageTag } from './language.ts'
export { Layout } from './layout.ts'
export { hasLocalizedParts, type LocalizedPart, mapLocalizedParts } from './localized.ts'
export { nameFields } from './name-fields.ts'
export {
  findNamedReferences,
  type NamedReference,
  withIdsFor,
  withNamedReferences,
} from './named-references.ts'
export { oncePerKind } from './once-per-kind.ts'
export { findPlaces, type Holder, type Path, PathsByField, visit } from './paths.ts'
export {
  inLanguages,
  isPublishable,
  isPublished,
  isSeen,
  publicKind,
  publicKinds,
  publicRecord,
  publishedFilter,
} from './public.ts'
export { type QueryField, type QueryType, queryFields, queryValues } from './queryable.ts'
export {
  expandableFields,
  type FoundReference,
  findReferences,
  type ReferencePlace,
  referencePlaces,
  withoutReferences,
  withoutReferencesTo,
  withReferencesTo,
} from './references.ts'
export { type SearchField, type SearchRank, searchableKinds, searchFields, textsIn } from './searchable.ts'
export { Block, blockSchemas, blockTypes } from './shapes/block.ts'
export { PushSubscription } from './shapes/push-subscription.ts'
export { QuietHours, ReminderMinutes, reminderMinutes } from './shapes/reminding.ts'
export * as shapes from './shapes/scalars.ts'
export { configTypes, nodeTypes, type WorkflowNode } from './shapes/workflow-node.ts'
export { isReservedSlug, reservedSlugs, slugFrom } from './slugs.ts'
export { defaultSort, parseSort, type SortStep } from './sort.ts'
export { type Subject, screenOf, subjectNames, subjectsOf, unknownLanguage } from './subjects.ts'
export { withArticle } from './text/article.ts'
export { byteOrderMark, csvLine } from './text/csv.ts'
export { decodeEntities } from './text/entities.ts'
export {
  dayOf,
  daysBetween,
  hasOffset,
  hourOf,
  isCalendarDay,
  isTimeZone,
  localToInstantMs,
  moveDay,
  moveInstant,
  nextDay,
  parseInstant,
  startOfDay,
  zoneName,
  zoneOffsetMs,
} from './time.ts'
export { type TextPlace, textPlaces, translatableKinds } from './translatable.ts'
export { isRunnableUrl, isUrlFor, isWebUrl, type LeadsTo } from './url-schemes.ts'
export { viewOf, views } from './views/index.ts'
export { type Shown, type View, viewBodySchema, viewSchema } from './views/view.ts'
export { impersonal, impersonalText, type Screen, screens, VisitorEvent, visitorEventTypes } from './visitor-events.ts'

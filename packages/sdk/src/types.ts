// Made by scripts/sdk-types.ts from the declarations in packages/model and the OpenAPI document; do not edit it by hand.

/** The codes of problems; each always comes with the same status. */
export type ProblemCode =
  | 'invalid'
  | 'invalid_id'
  | 'invalid_json'
  | 'malformed_request'
  | 'start_id_gone'
  | 'sequence_ahead'
  | 'answer_too_large'
  | 'unreadable_file'
  | 'unauthenticated'
  | 'plan_required'
  | 'insufficient_scope'
  | 'insufficient_role'
  | 'owner_required'
  | 'cross_site_request'
  | 'quota_exceeded'
  | 'not_found'
  | 'request_timeout'
  | 'method_not_allowed'
  | 'reference_taken'
  | 'value_taken'
  | 'in_use'
  | 'conflicts'
  | 'job_running'
  | 'last_owner'
  | 'already_member'
  | 'webhook_inactive'
  | 'workflow_disabled'
  | 'run_ended'
  | 'run_not_failed'
  | 'onboarding_running'
  | 'confirmation_required'
  | 'import_closed'
  | 'import_outdated'
  | 'restore_too_large'
  | 'campaign_closed'
  | 'campaign_not_under_way'
  | 'broadcast_private'
  | 'idempotency_in_progress'
  | 'sequence_expired'
  | 'file_gone'
  | 'precondition_failed'
  | 'body_too_large'
  | 'unsupported_media_type'
  | 'range_not_satisfiable'
  | 'expectation_failed'
  | 'idempotency_key_reused'
  | 'rate_limited'
  | 'header_too_large'
  | 'internal'
  | 'unavailable'
  | 'storage_full'

/** A language of the broadcast, as a BCP 47 tag. */
export type Locale = 'fr' | 'en' | 'es' | (string & {})

/** Who changed something. */
export type Actor =
  | {
      type: 'user'
      id: string
    }
  | {
      type: 'key'
      id: string
    }
  | {
      type: 'run'
      id: string
    }
  | {
      type: 'command'
    }
  | {
      type: 'visitor'
      id?: string
    }
  | {
      type: 'service'
    }

export type ChangeOperation = 'create' | 'update' | 'delete' | 'publish'

/** An event that visitors send without a token. */
export type VisitorEvent =
  | {
      type: 'visit'
      metadata?: Record<string, unknown>
      occurredAt?: string
    }
  | {
      type: 'page.viewed'
      metadata: {
        screen: VisitorScreen
        id?: string
      }
      occurredAt?: string
    }
  | {
      type: 'favorite.added'
      metadata: {
        id: string
      }
      occurredAt?: string
    }
  | {
      type: 'favorite.removed'
      metadata: {
        id: string
      }
      occurredAt?: string
    }
  | {
      type: 'share'
      metadata: {
        screen: VisitorScreen
        id?: string
      }
      occurredAt?: string
    }
  | {
      type: 'campaign.opened'
      metadata: {
        id: string
        /** A language as a BCP 47 tag, such as fr, ar or pt-BR */
        locale?: string
      }
      occurredAt?: string
    }
  | {
      type: 'search.empty'
      metadata: {
        /** A search without results. One that could be personal is not stored. */
        text: string
      }
      occurredAt?: string
    }

/** An application and website project: its look, its navigation and its settings. */
export interface Broadcast {
  /** Set by the service. */
  _id: string
  /** A name with at least one character that is not a space */
  name: string
  menu: Menu | null
  structure: Structure | null
  capabilities: Record<string, unknown> | null
  bottomBar: BottomBar | null
  appBar?: AppBar
  home?: Home
  shortDescription?: string
  description?: string
  theme?: Theme
  fontRef?: FontRef
  type?: string
  /** Set by the service. */
  status:
    | 'onboarding'
    | 'onboardingCapturingWebsite'
    | 'onboardingGeneratingAssets'
    | 'onboardingApplyingTheme'
    | 'onboardingBuildingContent'
    | 'onboardingFinalizing'
    | 'onboardingFailed'
    | 'idle'
  /** Private. */
  isPrivate: boolean
  /** On the web. */
  isWeb: boolean
  /** In an app. */
  isApp: boolean
  /** Time zone. */
  timezone: string
  /** Day starts at. */
  dayStart: string
  /** Dates of the event. */
  dates: EventDates | null
  /** Languages. */
  locales: string[]
  /** Main language. */
  defaultLocale?: string
  /** Never returned: key; written by owners and keys only. */
  authProviders: AuthProvider[]
  /** Never returned: basic.password, key, oauth.clientSecret; written by owners and keys only. */
  authData: AuthData[]
  platforms?: {
    ios?: {
      teamId?: string | null
    } | null
    android?: {
      developerId?: string | null
    } | null
  }
  /** Set by the service. */
  revisionId?: string
  /** What is said otherwise in other languages: name, shortDescription, description. */
  localeDetails: Partial<Record<Locale, BroadcastTexts>> | null
  metadata: Record<string, unknown>
  /** Created; set by the service. */
  _createdAt: string
  /** Updated; set by the service. */
  _updatedAt: string | null
  _reference: string | null
}

/** What a broadcast says in one language, where that differs. */
export interface BroadcastTexts {
  /** A name with at least one character that is not a space */
  name?: string
  shortDescription?: string
  description?: string
  [name: string]: unknown
}

/** What a new broadcast is made from. */
export interface BroadcastCreate {
  /** A name with at least one character that is not a space */
  name: string
  menu?: Menu | null
  structure?: Structure | null
  capabilities?: Record<string, unknown> | null
  bottomBar?: BottomBar | null
  appBar?: AppBar | null
  home?: Home | null
  shortDescription?: string | null
  description?: string | null
  theme?: Theme | null
  fontRef?: FontRef | null
  type?: string | null
  /** Private; `false` by default. */
  isPrivate?: boolean
  /** On the web; `true` by default. */
  isWeb?: boolean
  /** In an app; `true` by default. */
  isApp?: boolean
  /** Time zone; `UTC` by default. */
  timezone?: string
  /** Day starts at; `06:00` by default. */
  dayStart?: string
  /** Dates of the event. */
  dates?: EventDates | null
  /** Languages. */
  locales?: string[] | null
  /** Main language. */
  defaultLocale?: string | null
  /** Never returned: key; written by owners and keys only. */
  authProviders?: AuthProvider[] | null
  /** Never returned: basic.password, key, oauth.clientSecret; written by owners and keys only. */
  authData?: AuthData[] | null
  platforms?: {
    ios?: {
      teamId?: string | null
    } | null
    android?: {
      developerId?: string | null
    } | null
  } | null
  /** What is said otherwise in other languages: name, shortDescription, description. */
  localeDetails?: Partial<Record<Locale, BroadcastTexts | null>> | null
  metadata?: Record<string, unknown> | null
  _reference?: string | null
}

/** A change of a broadcast: what is left out stays, null clears. */
export interface BroadcastPatch {
  /** A name with at least one character that is not a space */
  name?: string
  menu?: Menu | null
  structure?: Structure | null
  capabilities?: Record<string, unknown> | null
  bottomBar?: BottomBar | null
  appBar?: AppBar | null
  home?: Home | null
  shortDescription?: string | null
  description?: string | null
  theme?: Theme | null
  fontRef?: FontRef | null
  type?: string | null
  /** Private. */
  isPrivate?: boolean
  /** On the web. */
  isWeb?: boolean
  /** In an app. */
  isApp?: boolean
  /** Time zone. */
  timezone?: string
  /** Day starts at. */
  dayStart?: string
  /** Dates of the event. */
  dates?: EventDates | null
  /** Languages. */
  locales?: string[] | null
  /** Main language. */
  defaultLocale?: string | null
  /** Never returned: key; written by owners and keys only. */
  authProviders?: AuthProvider[] | null
  /** Never returned: basic.password, key, oauth.clientSecret; written by owners and keys only. */
  authData?: AuthData[] | null
  platforms?: {
    ios?: {
      teamId?: string | null
    } | null
    android?: {
      developerId?: string | null
    } | null
  } | null
  /** What is said otherwise in other languages: name, shortDescription, description; merged by key; null removes a key. */
  localeDetails?: Partial<Record<Locale, BroadcastTexts | null>> | null
  /** Merged by key; null removes a key. */
  metadata?: Record<string, unknown> | null
  _reference?: string | null
}

/** Something that happens at a time: a concert, a talk, a workshop. */
export interface BroadcastSession {
  /** Set by the service. */
  _id: string
  title: string | null
  subtitle: string | null
  status: 'draft' | 'published'
  cancelled: boolean
  movedFrom: MovedFrom | null
  type: string | null
  languages: string[]
  description: string | null
  time: SessionTime
  /** Categories; ids, each of a broadcastCategory. */
  categoryIds: string[]
  /** Hosts; ids, each of a broadcastHost. */
  hostIds: string[]
  /** Place; the id of a broadcastInterestPoint. */
  interestPointId: string | null
  /** Map; the id of a broadcastMap. */
  broadcastMapId: string | null
  media: MediaValue
  color: string | null
  blocks: Block[]
  links: Link[]
  attachments: Attachment[]
  recording: Recording | null
  /** Feedback. */
  feedbackUrl: string | null
  /** Stable id. */
  guid: string | null
  source: SessionSource | null
  /** A language as a BCP 47 tag, such as fr, ar or pt-BR */
  defaultLocale: string | null
  /** What is said otherwise in other languages: title, subtitle, description, blocks. */
  localeDetails: Partial<Record<Locale, BroadcastSessionTexts>> | null
  metadata: Record<string, unknown>
  /** Created; set by the service. */
  _createdAt: string
  /** Updated; set by the service. */
  _updatedAt: string | null
  _reference: string | null
}

/** What a broadcastSession says in one language, where that differs. */
export interface BroadcastSessionTexts {
  title?: string | null
  subtitle?: string | null
  description?: string | null
  blocks?: Block[]
  [name: string]: unknown
}

/** What a new broadcastSession is made from. */
export interface BroadcastSessionCreate {
  title?: string | null
  subtitle?: string | null
  /** `draft` by default. */
  status?: 'draft' | 'published'
  /** `false` by default. */
  cancelled?: boolean
  movedFrom?: MovedFrom | null
  type?: string | null
  /** Null empties the list, which is never null itself. */
  languages?: string[] | null
  description?: string | null
  time?: SessionTime
  /** Categories; ids, each of a broadcastCategory. */
  categoryIds?: Array<string | ByReference> | null
  /** Hosts; ids, each of a broadcastHost. */
  hostIds?: Array<string | ByReference> | null
  /** Place; the id of a broadcastInterestPoint. */
  interestPointId?: string | null | ByReference
  /** Map; the id of a broadcastMap. */
  broadcastMapId?: string | null | ByReference
  media?: MediaValue
  color?: string | null
  /** Null empties the list, which is never null itself. */
  blocks?: Block[] | null
  /** Null empties the list, which is never null itself. */
  links?: Link[] | null
  /** Null empties the list, which is never null itself. */
  attachments?: Attachment[] | null
  recording?: Recording | null
  /** Feedback. */
  feedbackUrl?: string | null
  /** Stable id. */
  guid?: string | null
  source?: SessionSource | null
  /** A language as a BCP 47 tag, such as fr, ar or pt-BR */
  defaultLocale?: string | null
  /** What is said otherwise in other languages: title, subtitle, description, blocks. */
  localeDetails?: Partial<Record<Locale, BroadcastSessionTexts | null>> | null
  metadata?: Record<string, unknown> | null
  _reference?: string | null
}

/** A change of a broadcastSession: what is left out stays, null clears. */
export interface BroadcastSessionPatch {
  title?: string | null
  subtitle?: string | null
  status?: 'draft' | 'published'
  cancelled?: boolean
  movedFrom?: MovedFrom | null
  type?: string | null
  /** Null empties the list, which is never null itself. */
  languages?: string[] | null
  description?: string | null
  time?: SessionTime
  /** Categories; ids, each of a broadcastCategory. */
  categoryIds?: Array<string | ByReference> | null
  /** Hosts; ids, each of a broadcastHost. */
  hostIds?: Array<string | ByReference> | null
  /** Place; the id of a broadcastInterestPoint. */
  interestPointId?: string | null | ByReference
  /** Map; the id of a broadcastMap. */
  broadcastMapId?: string | null | ByReference
  media?: MediaValue
  color?: string | null
  /** Null empties the list, which is never null itself. */
  blocks?: Block[] | null
  /** Null empties the list, which is never null itself. */
  links?: Link[] | null
  /** Null empties the list, which is never null itself. */
  attachments?: Attachment[] | null
  recording?: Recording | null
  /** Feedback. */
  feedbackUrl?: string | null
  /** Stable id. */
  guid?: string | null
  source?: SessionSource | null
  /** A language as a BCP 47 tag, such as fr, ar or pt-BR */
  defaultLocale?: string | null
  /** What is said otherwise in other languages: title, subtitle, description, blocks; merged by key; null removes a key. */
  localeDetails?: Partial<Record<Locale, BroadcastSessionTexts | null>> | null
  /** Merged by key; null removes a key. */
  metadata?: Record<string, unknown> | null
  _reference?: string | null
}

/** A place on a map: a stage, a stand, a facility. */
export interface BroadcastInterestPoint {
  /** Set by the service. */
  _id: string
  title: string | null
  description: string | null
  /** Map; the id of a broadcastMap. */
  mapId: string | null
  position: Position | null
  /** Categories; ids, each of a broadcastCategory. */
  categoryIds: string[]
  status: 'draft' | 'published'
  media: MediaValue
  /** A color: # and 3, 4, 6 or 8 hexadecimal digits, such as #ff5a36 */
  color: string | null
  icon: Icon | null
  navigator: Navigator | null
  blocks: Block[]
  /** The position among the stages of the programme: smaller numbers first, places without one last, by name. */
  order: number | null
  /** What is said otherwise in other languages: title, description, blocks. */
  localeDetails: Partial<Record<Locale, BroadcastInterestPointTexts>> | null
  metadata: Record<string, unknown>
  /** Created; set by the service. */
  _createdAt: string
  /** Updated; set by the service. */
  _updatedAt: string | null
  _reference: string | null
}

/** What a broadcastInterestPoint says in one language, where that differs. */
export interface BroadcastInterestPointTexts {
  title?: string | null
  description?: string | null
  blocks?: Block[]
  [name: string]: unknown
}

/** What a new broadcastInterestPoint is made from. */
export interface BroadcastInterestPointCreate {
  title?: string | null
  description?: string | null
  /** Map; the id of a broadcastMap. */
  mapId?: string | null | ByReference
  position?: Position | null
  /** Categories; ids, each of a broadcastCategory. */
  categoryIds?: Array<string | ByReference> | null
  /** `draft` by default. */
  status?: 'draft' | 'published'
  media?: MediaValue
  /** A color: # and 3, 4, 6 or 8 hexadecimal digits, such as #ff5a36 */
  color?: string | null
  icon?: Icon | null
  navigator?: Navigator | null
  /** Null empties the list, which is never null itself. */
  blocks?: Block[] | null
  /** The position among the stages of the programme: smaller numbers first, places without one last, by name. */
  order?: number | null
  /** What is said otherwise in other languages: title, description, blocks. */
  localeDetails?: Partial<Record<Locale, BroadcastInterestPointTexts | null>> | null
  metadata?: Record<string, unknown> | null
  _reference?: string | null
}

/** A change of a broadcastInterestPoint: what is left out stays, null clears. */
export interface BroadcastInterestPointPatch {
  title?: string | null
  description?: string | null
  /** Map; the id of a broadcastMap. */
  mapId?: string | null | ByReference
  position?: Position | null
  /** Categories; ids, each of a broadcastCategory. */
  categoryIds?: Array<string | ByReference> | null
  status?: 'draft' | 'published'
  media?: MediaValue
  /** A color: # and 3, 4, 6 or 8 hexadecimal digits, such as #ff5a36 */
  color?: string | null
  icon?: Icon | null
  navigator?: Navigator | null
  /** Null empties the list, which is never null itself. */
  blocks?: Block[] | null
  /** The position among the stages of the programme: smaller numbers first, places without one last, by name. */
  order?: number | null
  /** What is said otherwise in other languages: title, description, blocks; merged by key; null removes a key. */
  localeDetails?: Partial<Record<Locale, BroadcastInterestPointTexts | null>> | null
  /** Merged by key; null removes a key. */
  metadata?: Record<string, unknown> | null
  _reference?: string | null
}

/** A drawn plan, where places have pixel positions, or a map of the world. */
export interface BroadcastMap {
  /** Set by the service. */
  _id: string
  title: string | null
  type: 'image' | 'geo'
  status: 'draft' | 'published'
  /** Background. */
  media: MediaValue
  width: number | null
  height: number | null
  /** What is said otherwise in other languages: title. */
  localeDetails: Partial<Record<Locale, BroadcastMapTexts>> | null
  metadata: Record<string, unknown>
  /** Created; set by the service. */
  _createdAt: string
  /** Updated; set by the service. */
  _updatedAt: string | null
  _reference: string | null
}

/** What a broadcastMap says in one language, where that differs. */
export interface BroadcastMapTexts {
  title?: string | null
  [name: string]: unknown
}

/** What a new broadcastMap is made from. */
export interface BroadcastMapCreate {
  title?: string | null
  /** `image` by default. */
  type?: 'image' | 'geo'
  /** `draft` by default. */
  status?: 'draft' | 'published'
  /** Background. */
  media?: MediaValue
  width?: number | null
  height?: number | null
  /** What is said otherwise in other languages: title. */
  localeDetails?: Partial<Record<Locale, BroadcastMapTexts | null>> | null
  metadata?: Record<string, unknown> | null
  _reference?: string | null
}

/** A change of a broadcastMap: what is left out stays, null clears. */
export interface BroadcastMapPatch {
  title?: string | null
  type?: 'image' | 'geo'
  status?: 'draft' | 'published'
  /** Background. */
  media?: MediaValue
  width?: number | null
  height?: number | null
  /** What is said otherwise in other languages: title; merged by key; null removes a key. */
  localeDetails?: Partial<Record<Locale, BroadcastMapTexts | null>> | null
  /** Merged by key; null removes a key. */
  metadata?: Record<string, unknown> | null
  _reference?: string | null
}

/** A blog article, published at a date. */
export interface BroadcastArticle {
  /** Set by the service. */
  _id: string
  title: string | null
  content: string | null
  contentFormat: 'html' | 'markdown' | null
  status: 'draft' | 'published'
  /** Publication date. */
  publishedAt: string | null
  /** Cover image. */
  coverImageUrl: string | null
  /** Categories; ids, each of a broadcastCategory. */
  categoryIds: string[]
  media: MediaValue
  blocks: Block[]
  /** Private. */
  isPrivate: boolean
  /** A language as a BCP 47 tag, such as fr, ar or pt-BR */
  defaultLocale: string | null
  /** What is said otherwise in other languages: title, content, blocks. */
  localeDetails: Partial<Record<Locale, BroadcastArticleTexts>> | null
  metadata: Record<string, unknown>
  /** Created; set by the service. */
  _createdAt: string
  /** Updated; set by the service. */
  _updatedAt: string | null
  _reference: string | null
}

/** What a broadcastArticle says in one language, where that differs. */
export interface BroadcastArticleTexts {
  title?: string | null
  content?: string | null
  blocks?: Block[]
  [name: string]: unknown
}

/** What a new broadcastArticle is made from. */
export interface BroadcastArticleCreate {
  title?: string | null
  content?: string | null
  contentFormat?: 'html' | 'markdown' | null
  /** `draft` by default. */
  status?: 'draft' | 'published'
  /** Publication date. */
  publishedAt?: string | null
  /** Cover image. */
  coverImageUrl?: string | null
  /** Categories; ids, each of a broadcastCategory. */
  categoryIds?: Array<string | ByReference> | null
  media?: MediaValue
  /** Null empties the list, which is never null itself. */
  blocks?: Block[] | null
  /** Private; `false` by default. */
  isPrivate?: boolean
  /** A language as a BCP 47 tag, such as fr, ar or pt-BR */
  defaultLocale?: string | null
  /** What is said otherwise in other languages: title, content, blocks. */
  localeDetails?: Partial<Record<Locale, BroadcastArticleTexts | null>> | null
  metadata?: Record<string, unknown> | null
  _reference?: string | null
}

/** A change of a broadcastArticle: what is left out stays, null clears. */
export interface BroadcastArticlePatch {
  title?: string | null
  content?: string | null
  contentFormat?: 'html' | 'markdown' | null
  status?: 'draft' | 'published'
  /** Publication date. */
  publishedAt?: string | null
  /** Cover image. */
  coverImageUrl?: string | null
  /** Categories; ids, each of a broadcastCategory. */
  categoryIds?: Array<string | ByReference> | null
  media?: MediaValue
  /** Null empties the list, which is never null itself. */
  blocks?: Block[] | null
  /** Private. */
  isPrivate?: boolean
  /** A language as a BCP 47 tag, such as fr, ar or pt-BR */
  defaultLocale?: string | null
  /** What is said otherwise in other languages: title, content, blocks; merged by key; null removes a key. */
  localeDetails?: Partial<Record<Locale, BroadcastArticleTexts | null>> | null
  /** Merged by key; null removes a key. */
  metadata?: Record<string, unknown> | null
  _reference?: string | null
}

/** A page composed of blocks. */
export interface BroadcastPage {
  /** Set by the service. */
  _id: string
  title?: string
  status: 'draft' | 'published'
  blocks: Block[]
  /** Categories; ids, each of a broadcastCategory. */
  categoryIds: string[]
  media: MediaValue
  url?: string
  /** Private. */
  isPrivate: boolean
  nativeContent:
    | 'contact'
    | 'localTicket'
    | 'articles'
    | 'maps'
    | 'home'
    | 'program'
    | 'hosts'
    | 'menu'
    | 'auth'
    | 'profile'
    | 'favorites'
    | 'campaigns'
    | 'networkingForms'
    | 'networkingScan'
    | 'meteo'
    | 'search'
    | null
  /** A language as a BCP 47 tag, such as fr, ar or pt-BR */
  defaultLocale: string | null
  /** What is said otherwise in other languages: title, blocks. */
  localeDetails: Partial<Record<Locale, BroadcastPageTexts>> | null
  metadata: Record<string, unknown>
  /** Created; set by the service. */
  _createdAt: string
  /** Updated; set by the service. */
  _updatedAt: string | null
  _reference: string | null
}

/** What a broadcastPage says in one language, where that differs. */
export interface BroadcastPageTexts {
  title?: string
  blocks?: Block[]
  [name: string]: unknown
}

/** What a new broadcastPage is made from. */
export interface BroadcastPageCreate {
  title?: string | null
  /** `draft` by default. */
  status?: 'draft' | 'published'
  /** Null empties the list, which is never null itself. */
  blocks?: Block[] | null
  /** Categories; ids, each of a broadcastCategory. */
  categoryIds?: Array<string | ByReference> | null
  media?: MediaValue
  url?: string | null
  /** Private; `false` by default. */
  isPrivate?: boolean
  nativeContent?:
    | 'contact'
    | 'localTicket'
    | 'articles'
    | 'maps'
    | 'home'
    | 'program'
    | 'hosts'
    | 'menu'
    | 'auth'
    | 'profile'
    | 'favorites'
    | 'campaigns'
    | 'networkingForms'
    | 'networkingScan'
    | 'meteo'
    | 'search'
    | null
  /** A language as a BCP 47 tag, such as fr, ar or pt-BR */
  defaultLocale?: string | null
  /** What is said otherwise in other languages: title, blocks. */
  localeDetails?: Partial<Record<Locale, BroadcastPageTexts | null>> | null
  metadata?: Record<string, unknown> | null
  _reference?: string | null
}

/** A change of a broadcastPage: what is left out stays, null clears. */
export interface BroadcastPagePatch {
  title?: string | null
  status?: 'draft' | 'published'
  /** Null empties the list, which is never null itself. */
  blocks?: Block[] | null
  /** Categories; ids, each of a broadcastCategory. */
  categoryIds?: Array<string | ByReference> | null
  media?: MediaValue
  url?: string | null
  /** Private. */
  isPrivate?: boolean
  nativeContent?:
    | 'contact'
    | 'localTicket'
    | 'articles'
    | 'maps'
    | 'home'
    | 'program'
    | 'hosts'
    | 'menu'
    | 'auth'
    | 'profile'
    | 'favorites'
    | 'campaigns'
    | 'networkingForms'
    | 'networkingScan'
    | 'meteo'
    | 'search'
    | null
  /** A language as a BCP 47 tag, such as fr, ar or pt-BR */
  defaultLocale?: string | null
  /** What is said otherwise in other languages: title, blocks; merged by key; null removes a key. */
  localeDetails?: Partial<Record<Locale, BroadcastPageTexts | null>> | null
  /** Merged by key; null removes a key. */
  metadata?: Record<string, unknown> | null
  _reference?: string | null
}

/** Someone on the programme: an artist, a speaker, a company. */
export interface BroadcastHost {
  /** Set by the service. */
  _id: string
  /** Name. */
  title: string | null
  subtitle: string | null
  description: string | null
  media: MediaValue
  links: Link[]
  /** Categories; ids, each of a broadcastCategory. */
  categoryIds: string[]
  status: 'draft' | 'published'
  blocks: Block[]
  /** What is said otherwise in other languages: title, subtitle, description, blocks. */
  localeDetails: Partial<Record<Locale, BroadcastHostTexts>> | null
  metadata: Record<string, unknown>
  /** Created; set by the service. */
  _createdAt: string
  /** Updated; set by the service. */
  _updatedAt: string | null
  _reference: string | null
}

/** What a broadcastHost says in one language, where that differs. */
export interface BroadcastHostTexts {
  title?: string | null
  subtitle?: string | null
  description?: string | null
  blocks?: Block[]
  [name: string]: unknown
}

/** What a new broadcastHost is made from. */
export interface BroadcastHostCreate {
  /** Name. */
  title?: string | null
  subtitle?: string | null
  description?: string | null
  media?: MediaValue
  /** Null empties the list, which is never null itself. */
  links?: Link[] | null
  /** Categories; ids, each of a broadcastCategory. */
  categoryIds?: Array<string | ByReference> | null
  /** `draft` by default. */
  status?: 'draft' | 'published'
  /** Null empties the list, which is never null itself. */
  blocks?: Block[] | null
  /** What is said otherwise in other languages: title, subtitle, description, blocks. */
  localeDetails?: Partial<Record<Locale, BroadcastHostTexts | null>> | null
  metadata?: Record<string, unknown> | null
  _reference?: string | null
}

/** A change of a broadcastHost: what is left out stays, null clears. */
export interface BroadcastHostPatch {
  /** Name. */
  title?: string | null
  subtitle?: string | null
  description?: string | null
  media?: MediaValue
  /** Null empties the list, which is never null itself. */
  links?: Link[] | null
  /** Categories; ids, each of a broadcastCategory. */
  categoryIds?: Array<string | ByReference> | null
  status?: 'draft' | 'published'
  /** Null empties the list, which is never null itself. */
  blocks?: Block[] | null
  /** What is said otherwise in other languages: title, subtitle, description, blocks; merged by key; null removes a key. */
  localeDetails?: Partial<Record<Locale, BroadcastHostTexts | null>> | null
  /** Merged by key; null removes a key. */
  metadata?: Record<string, unknown> | null
  _reference?: string | null
}

/** A label that groups sessions, places, hosts, articles and pages. Surface A knows it by its `key`. */
export interface BroadcastCategory {
  /** Set by the service. */
  _id: string
  title: string | null
  /** Fixed after creation; unique in the broadcast. */
  key: string
  /** A color: # and 3, 4, 6 or 8 hexadecimal digits, such as #ff5a36 */
  color: string | null
  icon: Icon | null
  status: 'draft' | 'published'
  /** Parent; the id of a broadcastCategory. */
  parentId: string | null
  /** What is said otherwise in other languages: title. */
  localeDetails: Partial<Record<Locale, BroadcastCategoryTexts>> | null
  metadata: Record<string, unknown>
  /** Created; set by the service. */
  _createdAt: string
  /** Updated; set by the service. */
  _updatedAt: string | null
  _reference: string | null
}

/** What a broadcastCategory says in one language, where that differs. */
export interface BroadcastCategoryTexts {
  title?: string | null
  [name: string]: unknown
}

/** What a new broadcastCategory is made from. */
export interface BroadcastCategoryCreate {
  title?: string | null
  /** Fixed after creation; unique in the broadcast. */
  key?: string
  /** A color: # and 3, 4, 6 or 8 hexadecimal digits, such as #ff5a36 */
  color?: string | null
  icon?: Icon | null
  /** `draft` by default. */
  status?: 'draft' | 'published'
  /** Parent; the id of a broadcastCategory. */
  parentId?: string | null | ByReference
  /** What is said otherwise in other languages: title. */
  localeDetails?: Partial<Record<Locale, BroadcastCategoryTexts | null>> | null
  metadata?: Record<string, unknown> | null
  _reference?: string | null
}

/** A change of a broadcastCategory: what is left out stays, null clears. */
export interface BroadcastCategoryPatch {
  title?: string | null
  /** A color: # and 3, 4, 6 or 8 hexadecimal digits, such as #ff5a36 */
  color?: string | null
  icon?: Icon | null
  status?: 'draft' | 'published'
  /** Parent; the id of a broadcastCategory. */
  parentId?: string | null | ByReference
  /** What is said otherwise in other languages: title; merged by key; null removes a key. */
  localeDetails?: Partial<Record<Locale, BroadcastCategoryTexts | null>> | null
  /** Merged by key; null removes a key. */
  metadata?: Record<string, unknown> | null
  _reference?: string | null
}

/** Questions for visitors; the answers are contacts. */
export interface BroadcastNetworkingForm {
  /** Set by the service. */
  _id: string
  title: string | null
  description: string | null
  fields: FormField[]
  status: 'draft' | 'published'
  /** What is said otherwise in other languages: title, description, fields. */
  localeDetails: Partial<Record<Locale, BroadcastNetworkingFormTexts>> | null
  metadata: Record<string, unknown>
  /** Created; set by the service. */
  _createdAt: string
  /** Updated; set by the service. */
  _updatedAt: string | null
  _reference: string | null
}

/** What a broadcastNetworkingForm says in one language, where that differs. */
export interface BroadcastNetworkingFormTexts {
  title?: string | null
  description?: string | null
  fields?: FormField[]
  [name: string]: unknown
}

/** What a new broadcastNetworkingForm is made from. */
export interface BroadcastNetworkingFormCreate {
  title?: string | null
  description?: string | null
  /** Null empties the list, which is never null itself. */
  fields?: FormField[] | null
  /** `draft` by default. */
  status?: 'draft' | 'published'
  /** What is said otherwise in other languages: title, description, fields. */
  localeDetails?: Partial<Record<Locale, BroadcastNetworkingFormTexts | null>> | null
  metadata?: Record<string, unknown> | null
  _reference?: string | null
}

/** A change of a broadcastNetworkingForm: what is left out stays, null clears. */
export interface BroadcastNetworkingFormPatch {
  title?: string | null
  description?: string | null
  /** Null empties the list, which is never null itself. */
  fields?: FormField[] | null
  status?: 'draft' | 'published'
  /** What is said otherwise in other languages: title, description, fields; merged by key; null removes a key. */
  localeDetails?: Partial<Record<Locale, BroadcastNetworkingFormTexts | null>> | null
  /** Merged by key; null removes a key. */
  metadata?: Record<string, unknown> | null
  _reference?: string | null
}

/** A message to the organizers, often the answers to a form. */
export interface BroadcastContact {
  /** Set by the service. */
  _id: string
  fields: ContactField[]
  /** Form; the id of a broadcastNetworkingForm. */
  formId: string | null
  metadata: Record<string, unknown>
  /** Created; set by the service. */
  _createdAt: string
  /** Updated; set by the service. */
  _updatedAt: string | null
  _reference: string | null
}

/** What a new broadcastContact is made from. */
export interface BroadcastContactCreate {
  /** Null empties the list, which is never null itself. */
  fields?: ContactField[] | null
  /** Form; the id of a broadcastNetworkingForm. */
  formId?: string | null | ByReference
  metadata?: Record<string, unknown> | null
  _reference?: string | null
}

/** A change of a broadcastContact: what is left out stays, null clears. */
export interface BroadcastContactPatch {
  /** Null empties the list, which is never null itself. */
  fields?: ContactField[] | null
  /** Form; the id of a broadcastNetworkingForm. */
  formId?: string | null | ByReference
  /** Merged by key; null removes a key. */
  metadata?: Record<string, unknown> | null
  _reference?: string | null
}

/** A person who works on the broadcast, and in which role. */
export interface BroadcastMember {
  /** Set by the service. */
  _id: string
  /** Fixed after creation; unique in the broadcast. */
  email: string
  role: 'owner' | 'editor' | 'viewer'
  /** Set by the service. */
  status: 'invited' | 'active'
  metadata: Record<string, unknown>
  /** Created; set by the service. */
  _createdAt: string
  /** Updated; set by the service. */
  _updatedAt: string | null
  _reference: string | null
}

/** What a new broadcastMember is made from. */
export interface BroadcastMemberCreate {
  /** Fixed after creation; unique in the broadcast. */
  email: string
  /** `viewer` by default. */
  role?: 'owner' | 'editor' | 'viewer'
  metadata?: Record<string, unknown> | null
  _reference?: string | null
}

/** A change of a broadcastMember: what is left out stays, null clears. */
export interface BroadcastMemberPatch {
  role?: 'owner' | 'editor' | 'viewer'
  /** Merged by key; null removes a key. */
  metadata?: Record<string, unknown> | null
  _reference?: string | null
}

/** One installed app or browser that follows the broadcast. */
export interface BroadcastClient {
  /** Set by the service. */
  _id: string
  platform: string | null
  /** A language as a BCP 47 tag, such as fr, ar or pt-BR */
  locale: string | null
  /** Never returned; `set` says whether there is one. */
  pushSubscription: {
    set?: boolean
  } | null
  /** Favourites; ids, each of a broadcastSession. */
  favoriteIds: string[]
  /** How many minutes before the start of a favorite the app is notified. Null turns reminders off. */
  reminderMinutes: 5 | 15 | 30 | null
  quietHours: QuietHours | null
  lastSeenAt: string | null
  metadata: Record<string, unknown>
  /** Created; set by the service. */
  _createdAt: string
  /** Updated; set by the service. */
  _updatedAt: string | null
  _reference: string | null
}

/** What a new broadcastClient is made from. */
export interface BroadcastClientCreate {
  platform?: string | null
  /** A language as a BCP 47 tag, such as fr, ar or pt-BR */
  locale?: string | null
  pushSubscription?: PushSubscription | null
  /** Favourites; ids, each of a broadcastSession. */
  favoriteIds?: Array<string | ByReference> | null
  /** `15` by default. */
  reminderMinutes?: 5 | 15 | 30 | null
  quietHours?: QuietHours | null
  lastSeenAt?: string | null
  metadata?: Record<string, unknown> | null
  _reference?: string | null
}

/** A change of a broadcastClient: what is left out stays, null clears. */
export interface BroadcastClientPatch {
  platform?: string | null
  /** A language as a BCP 47 tag, such as fr, ar or pt-BR */
  locale?: string | null
  pushSubscription?: PushSubscription | null
  /** Favourites; ids, each of a broadcastSession. */
  favoriteIds?: Array<string | ByReference> | null
  /** How many minutes before the start of a favorite the app is notified. Null turns reminders off. */
  reminderMinutes?: 5 | 15 | 30 | null
  quietHours?: QuietHours | null
  lastSeenAt?: string | null
  /** Merged by key; null removes a key. */
  metadata?: Record<string, unknown> | null
  _reference?: string | null
}

/** A message pushed to the apps of the visitors. */
export interface BroadcastCampaign {
  /** Set by the service. */
  _id: string
  title: string | null
  body: string | null
  navigator: Navigator | null
  status: 'draft' | 'scheduled' | 'sending' | 'sent' | 'failed' | 'cancelled'
  scheduledAt: string | null
  audience: Audience | null
  /** Set by the service. */
  stats: CampaignStats
  /** What is said otherwise in other languages: title, body. */
  localeDetails: Partial<Record<Locale, BroadcastCampaignTexts>> | null
  metadata: Record<string, unknown>
  /** Created; set by the service. */
  _createdAt: string
  /** Updated; set by the service. */
  _updatedAt: string | null
  _reference: string | null
}

/** What a broadcastCampaign says in one language, where that differs. */
export interface BroadcastCampaignTexts {
  title?: string | null
  body?: string | null
  [name: string]: unknown
}

/** What a new broadcastCampaign is made from. */
export interface BroadcastCampaignCreate {
  title?: string | null
  body?: string | null
  navigator?: Navigator | null
  /** `draft` by default. */
  status?: 'draft' | 'scheduled' | 'sending' | 'sent' | 'failed' | 'cancelled'
  scheduledAt?: string | null
  audience?: Audience | null
  /** What is said otherwise in other languages: title, body. */
  localeDetails?: Partial<Record<Locale, BroadcastCampaignTexts | null>> | null
  metadata?: Record<string, unknown> | null
  _reference?: string | null
}

/** A change of a broadcastCampaign: what is left out stays, null clears. */
export interface BroadcastCampaignPatch {
  title?: string | null
  body?: string | null
  navigator?: Navigator | null
  status?: 'draft' | 'scheduled' | 'sending' | 'sent' | 'failed' | 'cancelled'
  scheduledAt?: string | null
  audience?: Audience | null
  /** What is said otherwise in other languages: title, body; merged by key; null removes a key. */
  localeDetails?: Partial<Record<Locale, BroadcastCampaignTexts | null>> | null
  /** Merged by key; null removes a key. */
  metadata?: Record<string, unknown> | null
  _reference?: string | null
}

/** A way the broadcast reaches its public: a website, an app, a kiosk. */
export interface BroadcastDiffuser {
  /** Set by the service. */
  _id: string
  type: 'web' | 'ios' | 'android' | 'kiosk'
  /** Unique in the service. */
  slug: string | null
  /** Own domain; unique in the service. */
  domain: string | null
  seo: Seo | null
  status: 'draft' | 'published'
  metadata: Record<string, unknown>
  /** Created; set by the service. */
  _createdAt: string
  /** Updated; set by the service. */
  _updatedAt: string | null
  _reference: string | null
}

/** What a new broadcastDiffuser is made from. */
export interface BroadcastDiffuserCreate {
  /** `web` by default. */
  type?: 'web' | 'ios' | 'android' | 'kiosk'
  /** Unique in the service. */
  slug?: string | null
  /** Own domain; unique in the service. */
  domain?: string | null
  seo?: Seo | null
  /** `draft` by default. */
  status?: 'draft' | 'published'
  metadata?: Record<string, unknown> | null
  _reference?: string | null
}

/** A change of a broadcastDiffuser: what is left out stays, null clears. */
export interface BroadcastDiffuserPatch {
  type?: 'web' | 'ios' | 'android' | 'kiosk'
  /** Unique in the service. */
  slug?: string | null
  /** Own domain; unique in the service. */
  domain?: string | null
  seo?: Seo | null
  status?: 'draft' | 'published'
  /** Merged by key; null removes a key. */
  metadata?: Record<string, unknown> | null
  _reference?: string | null
}

/** An analytics event: something a visitor did. Appended and read, never changed. */
export interface BroadcastEvent {
  /** Set by the service. */
  _id: string
  type: string
  /** Client; the id of a broadcastClient. */
  clientId: string | null
  occurredAt: string
  metadata: Record<string, unknown>
  /** Created; set by the service. */
  _createdAt: string
  /** Updated; set by the service. */
  _updatedAt: string | null
  _reference: string | null
}

/** What a new broadcastEvent is made from. */
export interface BroadcastEventCreate {
  type: string
  /** Client; the id of a broadcastClient. */
  clientId?: string | null | ByReference
  occurredAt?: string
  metadata?: Record<string, unknown> | null
  _reference?: string | null
}

/** An image, video, sound or document, kept here or elsewhere on the web. */
export interface Media {
  /** Set by the service. */
  _id: string
  /** Set by the service. */
  _userId: string
  mediaUrl: string
  /** Fixed after creation. */
  external: boolean
  mimeType: string | null
  /** Set by the service. */
  size: number | null
  width: number | null
  height: number | null
  /** Alternative text. */
  alt: string | null
  crop: Crop | null
  focalPoint: FocalPoint | null
  /** A color: # and 3, 4, 6 or 8 hexadecimal digits, such as #ff5a36 */
  color: string | null
  tags: MediaTag[]
  /** What is said otherwise in other languages: alt. */
  localeDetails: Partial<Record<Locale, MediaTexts>> | null
  metadata: Record<string, unknown>
  /** Created; set by the service. */
  _createdAt: string
  /** Updated; set by the service. */
  _updatedAt: string | null
  _reference: string | null
}

/** What a media says in one language, where that differs. */
export interface MediaTexts {
  alt?: string | null
  [name: string]: unknown
}

/** What a new media is made from. */
export interface MediaCreate {
  mediaUrl: string
  /** Fixed after creation; `true` by default. */
  external?: boolean
  mimeType?: string | null
  width?: number | null
  height?: number | null
  /** Alternative text. */
  alt?: string | null
  crop?: Crop | null
  focalPoint?: FocalPoint | null
  /** A color: # and 3, 4, 6 or 8 hexadecimal digits, such as #ff5a36 */
  color?: string | null
  /** Null empties the list, which is never null itself. */
  tags?: MediaTag[] | null
  /** What is said otherwise in other languages: alt. */
  localeDetails?: Partial<Record<Locale, MediaTexts | null>> | null
  metadata?: Record<string, unknown> | null
  _reference?: string | null
}

/** A change of a media: what is left out stays, null clears. */
export interface MediaPatch {
  mediaUrl?: string
  mimeType?: string | null
  width?: number | null
  height?: number | null
  /** Alternative text. */
  alt?: string | null
  crop?: Crop | null
  focalPoint?: FocalPoint | null
  /** A color: # and 3, 4, 6 or 8 hexadecimal digits, such as #ff5a36 */
  color?: string | null
  /** Null empties the list, which is never null itself. */
  tags?: MediaTag[] | null
  /** What is said otherwise in other languages: alt; merged by key; null removes a key. */
  localeDetails?: Partial<Record<Locale, MediaTexts | null>> | null
  /** Merged by key; null removes a key. */
  metadata?: Record<string, unknown> | null
  _reference?: string | null
}

/** A typeface with the files of its weights. */
export interface Font {
  /** Set by the service. */
  _id: string
  fontFamily: string
  weights: FontWeight[]
  metadata: Record<string, unknown>
  /** Created; set by the service. */
  _createdAt: string
  /** Updated; set by the service. */
  _updatedAt: string | null
  _reference: string | null
}

/** What a new font is made from. */
export interface FontCreate {
  fontFamily: string
  /** Null empties the list, which is never null itself. */
  weights?: FontWeight[] | null
  metadata?: Record<string, unknown> | null
  _reference?: string | null
}

/** A change of a font: what is left out stays, null clears. */
export interface FontPatch {
  fontFamily?: string
  /** Null empties the list, which is never null itself. */
  weights?: FontWeight[] | null
  /** Merged by key; null removes a key. */
  metadata?: Record<string, unknown> | null
  _reference?: string | null
}

/** The editorial content at one point of the change log. */
export interface Revision {
  /** Set by the service. */
  _id: string
  /** Terms of service. */
  tos: TermsOfService
  title: string | null
  note: string | null
  /** Set by the service. */
  sequence: number
  /** Set by the service. */
  stats: Record<string, unknown>
  metadata: Record<string, unknown>
  /** Created; set by the service. */
  _createdAt: string
  /** Updated; set by the service. */
  _updatedAt: string | null
  _reference: string | null
}

/** What a new revision is made from. */
export interface RevisionCreate {
  /** Terms of service. */
  tos: TermsOfService
  title?: string | null
  note?: string | null
  metadata?: Record<string, unknown> | null
  _reference?: string | null
}

/** A programme file that was read: its plan, its progress and its result. */
export interface Import {
  /** Set by the service. */
  _id: string
  /** Set by the service. */
  title: string | null
  /** Set by the service. */
  status: 'previewed' | 'waiting' | 'applying' | 'applied' | 'failed' | 'undoing' | 'undone' | 'discarded'
  /** Source; the id of a importSource; set by the service. */
  sourceId: string | null
  /** Import it was compared with; set by the service. */
  previousImportId: string | null
  /** Set by the service. */
  jobId: string | null
  /** Set by the service. */
  format: string | null
  /** Set by the service. */
  counts: ImportCounts
  /** Counts by kind; set by the service. */
  kindCounts: Record<string, unknown>
  /** Set by the service. */
  needsConfirmation: boolean
  /** Set by the service. */
  notes: ImportNote[]
  /** Set by the service. */
  table: ImportTable | null
  /** Set by the service. */
  rules: ImportRules
  /** Set by the service. */
  options: ImportReadOptions
  /** Revision; the id of a revision; set by the service. */
  revisionId: string | null
  /** Set by the service. */
  progress: Record<string, unknown>
  /** Set by the service. */
  reason: string | null
  /** Started; set by the service. */
  startedAt: string | null
  /** Finished; set by the service. */
  finishedAt: string | null
  metadata: Record<string, unknown>
  /** Created; set by the service. */
  _createdAt: string
  /** Updated; set by the service. */
  _updatedAt: string | null
  _reference: string | null
}

/** Where a programme is imported from: a file that comes in versions, or an address that is followed. */
export interface ImportSource {
  /** Set by the service. */
  _id: string
  /** A name with at least one character that is not a space */
  title: string
  /** Address. */
  url: string | null
  format: string | null
  timeZone: string | null
  columns: Record<string, string> | null
  rows: 'sessions' | 'hosts' | 'places' | 'articles' | null
  rules: ImportRules
  mode: 'auto' | 'approve'
  /** Interval. */
  intervalMinutes: number | null
  /** Request headers; never returned: value. */
  headers: ImportHeader[]
  enabled: boolean
  /** Last import; set by the service. */
  lastImportId: string | null
  /** Last checked; set by the service. */
  lastCheckedAt: string | null
  /** Set by the service. */
  lastError: string | null
  /** Set by the service. */
  etag: string | null
  /** Set by the service. */
  lastModified: string | null
  /** Digest of the file; set by the service. */
  digest: string | null
  /** Version of the hook; set by the service. */
  hookVersion: string | null
  metadata: Record<string, unknown>
  /** Created; set by the service. */
  _createdAt: string
  /** Updated; set by the service. */
  _updatedAt: string | null
  _reference: string | null
}

/** What a new importSource is made from. */
export interface ImportSourceCreate {
  /** A name with at least one character that is not a space */
  title: string
  /** Address. */
  url?: string | null
  format?: string | null
  timeZone?: string | null
  columns?: Record<string, string> | null
  rows?: 'sessions' | 'hosts' | 'places' | 'articles' | null
  rules?: ImportRules
  /** `approve` by default. */
  mode?: 'auto' | 'approve'
  /** Interval. */
  intervalMinutes?: number | null
  /** Request headers; never returned: value. */
  headers?: ImportHeader[] | null
  /** `true` by default. */
  enabled?: boolean
  metadata?: Record<string, unknown> | null
  _reference?: string | null
}

/** A change of an importSource: what is left out stays, null clears. */
export interface ImportSourcePatch {
  /** A name with at least one character that is not a space */
  title?: string
  /** Address. */
  url?: string | null
  format?: string | null
  timeZone?: string | null
  columns?: Record<string, string> | null
  rows?: 'sessions' | 'hosts' | 'places' | 'articles' | null
  rules?: ImportRules
  mode?: 'auto' | 'approve'
  /** Interval. */
  intervalMinutes?: number | null
  /** Request headers; never returned: value. */
  headers?: ImportHeader[] | null
  enabled?: boolean
  /** Merged by key; null removes a key. */
  metadata?: Record<string, unknown> | null
  _reference?: string | null
}

/** Steps that run on demand, by the clock, when content changes or when another service calls. */
export interface Workflow {
  /** Set by the service. */
  _id: string
  /** A name with at least one character that is not a space */
  name: string
  description?: string
  status: 'enabled' | 'disabled'
  /** Time limit of a run. */
  timeLimitSeconds?: number
  trigger: WorkflowTrigger
  entryNodeId?: string
  nodes: WorkflowNode[]
  /** Secret of the webhook; never returned; `set` says whether there is one. */
  hookSecret: {
    set?: boolean
  } | null
  /** Version of the hook; set by the service. */
  hookVersion: string | null
  /** Set by the service. */
  warnings: WorkflowWarning[]
  metadata: Record<string, unknown>
  /** Created; set by the service. */
  _createdAt: string
  /** Updated; set by the service. */
  _updatedAt: string | null
  _reference: string | null
}

/** What a new workflow is made from. */
export interface WorkflowCreate {
  /** A name with at least one character that is not a space */
  name: string
  description?: string | null
  /** `disabled` by default. */
  status?: 'enabled' | 'disabled'
  /** Time limit of a run. */
  timeLimitSeconds?: number | null
  trigger?: WorkflowTrigger
  entryNodeId?: string | null
  /** Null empties the list, which is never null itself. */
  nodes?: WorkflowNode[] | null
  /** Secret of the webhook. */
  hookSecret?: string | null
  metadata?: Record<string, unknown> | null
  _reference?: string | null
}

/** A change of a workflow: what is left out stays, null clears. */
export interface WorkflowPatch {
  /** A name with at least one character that is not a space */
  name?: string
  description?: string | null
  status?: 'enabled' | 'disabled'
  /** Time limit of a run. */
  timeLimitSeconds?: number | null
  trigger?: WorkflowTrigger
  entryNodeId?: string | null
  /** Null empties the list, which is never null itself. */
  nodes?: WorkflowNode[] | null
  /** Secret of the webhook. */
  hookSecret?: string | null
  /** Merged by key; null removes a key. */
  metadata?: Record<string, unknown> | null
  _reference?: string | null
}

/** One execution of a workflow, with what each node did. */
export interface WorkflowRun {
  /** Set by the service. */
  _id: string
  /** Set by the service. */
  workflowId: string | null
  /** Version of the workflow; set by the service. */
  workflowVersion: string | null
  /** Run it repeats; set by the service. */
  previousRunId: string | null
  /** Set by the service. */
  trigger: 'manual' | 'interval' | 'schedule' | 'once' | 'change' | 'webhook' | null
  /** Set by the service. */
  status: 'queued' | 'running' | 'succeeded' | 'failed' | 'cancelled' | 'timedOut'
  /** Started; set by the service. */
  startedAt: string | null
  /** Finished; set by the service. */
  finishedAt: string | null
  /** Set by the service. */
  durationMs?: number
  /** Set by the service. */
  invokedNodeCount: number
  /** Set by the service. */
  error: {
    code: string
    message: string
    nodeId: string | null
  } | null
  /** Set by the service. */
  context: Record<string, unknown>
  /** Set by the service. */
  nodeResults: NodeResult[]
  metadata: Record<string, unknown>
  /** Created; set by the service. */
  _createdAt: string
  /** Updated; set by the service. */
  _updatedAt: string | null
  _reference: string | null
}

/** Something on the agenda, with a title, a start and an end. */
export interface Event {
  id: string
  title: string
  start_time: string
  end_time: string
  timezone: string | null
  category: string | null
  place_id: string | null
  description: string | null
  reference: string | null
  status: 'draft' | 'published'
  created_at: string
  updated_at: string
}

export interface EventCreate {
  title: string
  start_time: string
  end_time: string
  timezone?: string | null
  category?: string | null
  place_id?: string | null
  description?: string | null
  reference?: string | null
}

export interface EventUpdate {
  title?: string
  start_time?: string
  end_time?: string
  timezone?: string | null
  category?: string | null
  place_id?: string | null
  description?: string | null
  reference?: string | null
}

/** A stage, stand, facility or other point of interest on the map. */
export interface Place {
  id: string
  name: string | null
  category: string | null
  description: string | null
  coordinates: Coordinates | null
  reference: string | null
  status: 'draft' | 'published'
  created_at: string
  updated_at: string
}

export interface PlaceCreate {
  /** A name with at least one character that is not a space */
  name: string
  category?: string | null
  description?: string | null
  coordinates?: Coordinates | null
  reference?: string | null
}

export interface PlaceUpdate {
  /** A name with at least one character that is not a space */
  name?: string
  category?: string | null
  description?: string | null
  coordinates?: Coordinates | null
  reference?: string | null
}

/** A blog article: a draft, or published at a date. */
export interface Article {
  id: string
  title: string | null
  content: string | null
  content_format: 'html' | 'markdown' | null
  content_html: string
  excerpt: string
  published_at: string | null
  cover_image_url: string | null
  reference: string | null
  status: 'draft' | 'published'
  created_at: string
  updated_at: string
}

/** What lists show of it. */
export interface ArticleInList {
  id: string
  title: string
  excerpt: string
  published_at: string | null
  cover_image_url: string | null
  status: 'draft' | 'published'
  created_at: string
  updated_at: string
}

export interface ArticleCreate {
  title: string
  content?: string | null
  content_format?: 'html' | 'markdown' | null
  published_at?: string | null
  cover_image_url?: string | null
  reference?: string | null
  status?: 'draft' | 'published'
}

export interface ArticleUpdate {
  title?: string
  content?: string | null
  content_format?: 'html' | 'markdown' | null
  published_at?: string | null
  cover_image_url?: string | null
  reference?: string | null
  status?: 'draft' | 'published'
}

/** What anybody may read of a broadcastSession. */
export type PublicBroadcastSession = Pick<
  BroadcastSession,
  | '_id'
  | 'title'
  | 'subtitle'
  | 'status'
  | 'cancelled'
  | 'movedFrom'
  | 'type'
  | 'languages'
  | 'description'
  | 'time'
  | 'categoryIds'
  | 'hostIds'
  | 'interestPointId'
  | 'broadcastMapId'
  | 'media'
  | 'color'
  | 'blocks'
  | 'links'
  | 'attachments'
  | 'recording'
  | 'feedbackUrl'
  | 'guid'
  | 'source'
  | 'defaultLocale'
  | 'localeDetails'
  | '_createdAt'
  | '_updatedAt'
>

/** What anybody may read of a broadcastInterestPoint. */
export type PublicBroadcastInterestPoint = Pick<
  BroadcastInterestPoint,
  | '_id'
  | 'title'
  | 'status'
  | 'description'
  | 'mapId'
  | 'position'
  | 'categoryIds'
  | 'media'
  | 'color'
  | 'icon'
  | 'navigator'
  | 'blocks'
  | 'order'
  | 'localeDetails'
  | '_createdAt'
  | '_updatedAt'
>

/** What anybody may read of a broadcastMap. */
export type PublicBroadcastMap = Pick<
  BroadcastMap,
  '_id' | 'title' | 'status' | 'type' | 'media' | 'width' | 'height' | 'localeDetails' | '_createdAt' | '_updatedAt'
>

/** What anybody may read of a broadcastArticle. */
export type PublicBroadcastArticle = Pick<
  BroadcastArticle,
  | '_id'
  | 'title'
  | 'status'
  | 'content'
  | 'publishedAt'
  | 'coverImageUrl'
  | 'categoryIds'
  | 'media'
  | 'blocks'
  | 'defaultLocale'
  | 'localeDetails'
  | '_createdAt'
  | '_updatedAt'
>

/** What anybody may read of a broadcastPage. */
export type PublicBroadcastPage = Pick<
  BroadcastPage,
  | '_id'
  | 'title'
  | 'status'
  | 'blocks'
  | 'categoryIds'
  | 'media'
  | 'url'
  | 'nativeContent'
  | 'defaultLocale'
  | 'localeDetails'
  | '_createdAt'
  | '_updatedAt'
>

/** What anybody may read of a broadcastHost. */
export type PublicBroadcastHost = Pick<
  BroadcastHost,
  | '_id'
  | 'title'
  | 'status'
  | 'subtitle'
  | 'description'
  | 'media'
  | 'links'
  | 'categoryIds'
  | 'blocks'
  | 'localeDetails'
  | '_createdAt'
  | '_updatedAt'
>

/** What anybody may read of a broadcastCategory. */
export type PublicBroadcastCategory = Pick<
  BroadcastCategory,
  '_id' | 'title' | 'status' | 'key' | 'color' | 'icon' | 'parentId' | 'localeDetails' | '_createdAt' | '_updatedAt'
>

/** What anybody may read of a broadcastNetworkingForm. */
export type PublicBroadcastNetworkingForm = Pick<
  BroadcastNetworkingForm,
  '_id' | 'title' | 'status' | 'description' | 'fields' | 'localeDetails' | '_createdAt' | '_updatedAt'
>

/** What anybody may read of a media. */
export type PublicMedia = Pick<
  Media,
  | '_id'
  | 'mediaUrl'
  | 'mimeType'
  | 'size'
  | 'width'
  | 'height'
  | 'alt'
  | 'crop'
  | 'focalPoint'
  | 'color'
  | 'localeDetails'
  | '_createdAt'
  | '_updatedAt'
>

/** What anybody may read of a font. */
export type PublicFont = Pick<Font, '_id' | 'fontFamily' | 'weights' | '_createdAt' | '_updatedAt'>

/** Every kind by its name: what it is, what makes and changes one, and what lists of it may name. */
export interface Kinds {
  broadcast: {
    record: Broadcast
    create: BroadcastCreate
    patch: BroadcastPatch
    filter: '_id' | '_createdAt' | '_updatedAt' | '_reference'
    sort: '_id' | '_createdAt' | '_updatedAt' | '_reference'
    expand: never
  }
  broadcastSession: {
    record: BroadcastSession
    create: BroadcastSessionCreate
    patch: BroadcastSessionPatch
    filter:
      | '_id'
      | 'title'
      | 'subtitle'
      | 'status'
      | 'cancelled'
      | 'type'
      | 'languages'
      | 'description'
      | 'time.start'
      | 'time.end'
      | 'time.timezone'
      | 'time.allDay'
      | 'categoryIds'
      | 'hostIds'
      | 'interestPointId'
      | 'broadcastMapId'
      | 'color'
      | 'guid'
      | 'source.id'
      | 'defaultLocale'
      | '_createdAt'
      | '_updatedAt'
      | '_reference'
    sort:
      | '_id'
      | 'title'
      | 'status'
      | 'type'
      | 'time.start'
      | 'time.end'
      | 'interestPointId'
      | '_createdAt'
      | '_updatedAt'
      | '_reference'
    expand: 'categoryIds' | 'hostIds' | 'interestPointId' | 'broadcastMapId' | 'media'
  }
  broadcastInterestPoint: {
    record: BroadcastInterestPoint
    create: BroadcastInterestPointCreate
    patch: BroadcastInterestPointPatch
    filter:
      | '_id'
      | 'title'
      | 'description'
      | 'mapId'
      | 'position.x'
      | 'position.y'
      | 'categoryIds'
      | 'status'
      | 'color'
      | 'order'
      | '_createdAt'
      | '_updatedAt'
      | '_reference'
    sort: '_id' | 'title' | 'status' | 'order' | '_createdAt' | '_updatedAt' | '_reference'
    expand: 'mapId' | 'categoryIds' | 'media'
  }
  broadcastMap: {
    record: BroadcastMap
    create: BroadcastMapCreate
    patch: BroadcastMapPatch
    filter: '_id' | 'title' | 'type' | 'status' | 'width' | 'height' | '_createdAt' | '_updatedAt' | '_reference'
    sort: '_id' | 'title' | 'status' | '_createdAt' | '_updatedAt' | '_reference'
    expand: 'media'
  }
  broadcastArticle: {
    record: BroadcastArticle
    create: BroadcastArticleCreate
    patch: BroadcastArticlePatch
    filter:
      | '_id'
      | 'title'
      | 'contentFormat'
      | 'status'
      | 'publishedAt'
      | 'categoryIds'
      | 'isPrivate'
      | 'defaultLocale'
      | '_createdAt'
      | '_updatedAt'
      | '_reference'
    sort: '_id' | 'title' | 'status' | 'publishedAt' | '_createdAt' | '_updatedAt' | '_reference'
    expand: 'categoryIds' | 'media'
  }
  broadcastPage: {
    record: BroadcastPage
    create: BroadcastPageCreate
    patch: BroadcastPagePatch
    filter:
      | '_id'
      | 'title'
      | 'status'
      | 'categoryIds'
      | 'url'
      | 'isPrivate'
      | 'nativeContent'
      | 'defaultLocale'
      | '_createdAt'
      | '_updatedAt'
      | '_reference'
    sort: '_id' | 'title' | 'status' | 'url' | '_createdAt' | '_updatedAt' | '_reference'
    expand: 'categoryIds' | 'media'
  }
  broadcastHost: {
    record: BroadcastHost
    create: BroadcastHostCreate
    patch: BroadcastHostPatch
    filter:
      | '_id'
      | 'title'
      | 'subtitle'
      | 'description'
      | 'categoryIds'
      | 'status'
      | '_createdAt'
      | '_updatedAt'
      | '_reference'
    sort: '_id' | 'title' | 'status' | '_createdAt' | '_updatedAt' | '_reference'
    expand: 'media' | 'categoryIds'
  }
  broadcastCategory: {
    record: BroadcastCategory
    create: BroadcastCategoryCreate
    patch: BroadcastCategoryPatch
    filter: '_id' | 'title' | 'key' | 'color' | 'status' | 'parentId' | '_createdAt' | '_updatedAt' | '_reference'
    sort: '_id' | 'title' | 'key' | 'status' | '_createdAt' | '_updatedAt' | '_reference'
    expand: 'parentId'
  }
  broadcastNetworkingForm: {
    record: BroadcastNetworkingForm
    create: BroadcastNetworkingFormCreate
    patch: BroadcastNetworkingFormPatch
    filter: '_id' | 'title' | 'description' | 'status' | '_createdAt' | '_updatedAt' | '_reference'
    sort: '_id' | 'title' | 'status' | '_createdAt' | '_updatedAt' | '_reference'
    expand: never
  }
  broadcastContact: {
    record: BroadcastContact
    create: BroadcastContactCreate
    patch: BroadcastContactPatch
    filter: '_id' | 'formId' | '_createdAt' | '_updatedAt' | '_reference'
    sort: '_id' | '_createdAt' | '_updatedAt' | '_reference'
    expand: 'formId'
  }
  broadcastMember: {
    record: BroadcastMember
    create: BroadcastMemberCreate
    patch: BroadcastMemberPatch
    filter: '_id' | 'email' | 'role' | 'status' | '_createdAt' | '_updatedAt' | '_reference'
    sort: '_id' | 'email' | 'role' | 'status' | '_createdAt' | '_updatedAt' | '_reference'
    expand: never
  }
  broadcastClient: {
    record: BroadcastClient
    create: BroadcastClientCreate
    patch: BroadcastClientPatch
    filter:
      | '_id'
      | 'platform'
      | 'locale'
      | 'favoriteIds'
      | 'reminderMinutes'
      | 'lastSeenAt'
      | '_createdAt'
      | '_updatedAt'
      | '_reference'
    sort: '_id' | 'lastSeenAt' | '_createdAt' | '_updatedAt' | '_reference'
    expand: 'favoriteIds'
  }
  broadcastCampaign: {
    record: BroadcastCampaign
    create: BroadcastCampaignCreate
    patch: BroadcastCampaignPatch
    filter: '_id' | 'title' | 'status' | 'scheduledAt' | '_createdAt' | '_updatedAt' | '_reference'
    sort: '_id' | 'title' | 'status' | 'scheduledAt' | '_createdAt' | '_updatedAt' | '_reference'
    expand: never
  }
  broadcastDiffuser: {
    record: BroadcastDiffuser
    create: BroadcastDiffuserCreate
    patch: BroadcastDiffuserPatch
    filter: '_id' | 'type' | 'slug' | 'domain' | 'seo.indexing' | 'status' | '_createdAt' | '_updatedAt' | '_reference'
    sort: '_id' | 'slug' | 'status' | '_createdAt' | '_updatedAt' | '_reference'
    expand: never
  }
  broadcastEvent: {
    record: BroadcastEvent
    create: BroadcastEventCreate
    patch: never
    filter: '_id' | 'type' | 'clientId' | 'occurredAt' | '_createdAt' | '_updatedAt' | '_reference'
    sort: '_id' | 'type' | 'occurredAt' | '_createdAt' | '_updatedAt' | '_reference'
    expand: 'clientId'
  }
  media: {
    record: Media
    create: MediaCreate
    patch: MediaPatch
    filter:
      | '_id'
      | 'mediaUrl'
      | 'external'
      | 'mimeType'
      | 'size'
      | 'width'
      | 'height'
      | 'alt'
      | 'color'
      | 'tags'
      | '_createdAt'
      | '_updatedAt'
      | '_reference'
    sort: '_id' | 'mediaUrl' | 'mimeType' | 'size' | '_createdAt' | '_updatedAt' | '_reference'
    expand: never
  }
  font: {
    record: Font
    create: FontCreate
    patch: FontPatch
    filter: '_id' | 'fontFamily' | '_createdAt' | '_updatedAt' | '_reference'
    sort: '_id' | 'fontFamily' | '_createdAt' | '_updatedAt' | '_reference'
    expand: never
  }
  revision: {
    record: Revision
    create: RevisionCreate
    patch: never
    filter: '_id' | 'title' | 'sequence' | '_createdAt' | '_updatedAt' | '_reference'
    sort: '_id' | 'title' | 'sequence' | '_createdAt' | '_updatedAt' | '_reference'
    expand: never
  }
  import: {
    record: Import
    create: never
    patch: never
    filter:
      | '_id'
      | 'title'
      | 'status'
      | 'sourceId'
      | 'format'
      | 'revisionId'
      | 'startedAt'
      | 'finishedAt'
      | '_createdAt'
      | '_updatedAt'
      | '_reference'
    sort: '_id' | 'title' | 'status' | 'startedAt' | 'finishedAt' | '_createdAt' | '_updatedAt' | '_reference'
    expand: 'sourceId' | 'revisionId'
  }
  importSource: {
    record: ImportSource
    create: ImportSourceCreate
    patch: ImportSourcePatch
    filter:
      | '_id'
      | 'title'
      | 'url'
      | 'format'
      | 'mode'
      | 'intervalMinutes'
      | 'enabled'
      | 'lastImportId'
      | 'lastCheckedAt'
      | 'lastError'
      | '_createdAt'
      | '_updatedAt'
      | '_reference'
    sort: '_id' | 'title' | 'lastCheckedAt' | '_createdAt' | '_updatedAt' | '_reference'
    expand: never
  }
  workflow: {
    record: Workflow
    create: WorkflowCreate
    patch: WorkflowPatch
    filter: '_id' | 'name' | 'description' | 'status' | 'trigger.type' | '_createdAt' | '_updatedAt' | '_reference'
    sort: '_id' | 'name' | 'status' | '_createdAt' | '_updatedAt' | '_reference'
    expand: never
  }
  workflowRun: {
    record: WorkflowRun
    create: never
    patch: never
    filter:
      | '_id'
      | 'workflowId'
      | 'previousRunId'
      | 'trigger'
      | 'status'
      | 'startedAt'
      | 'finishedAt'
      | 'durationMs'
      | 'invokedNodeCount'
      | '_createdAt'
      | '_updatedAt'
      | '_reference'
    sort:
      | '_id'
      | 'status'
      | 'startedAt'
      | 'finishedAt'
      | 'durationMs'
      | 'invokedNodeCount'
      | '_createdAt'
      | '_updatedAt'
      | '_reference'
    expand: never
  }
}

/** The kinds whose published records anybody may read. */
export interface PublicKinds {
  broadcastSession: PublicBroadcastSession
  broadcastInterestPoint: PublicBroadcastInterestPoint
  broadcastMap: PublicBroadcastMap
  broadcastArticle: PublicBroadcastArticle
  broadcastPage: PublicBroadcastPage
  broadcastHost: PublicBroadcastHost
  broadcastCategory: PublicBroadcastCategory
  broadcastNetworkingForm: PublicBroadcastNetworkingForm
}

/** How addresses name the kinds that live in a broadcast. */
export const plurals = {
  broadcastSession: 'broadcastSessions',
  broadcastInterestPoint: 'broadcastInterestPoints',
  broadcastMap: 'broadcastMaps',
  broadcastArticle: 'broadcastArticles',
  broadcastPage: 'broadcastPages',
  broadcastHost: 'broadcastHosts',
  broadcastCategory: 'broadcastCategories',
  broadcastNetworkingForm: 'broadcastNetworkingForms',
  broadcastContact: 'broadcastContacts',
  broadcastMember: 'broadcastMembers',
  broadcastClient: 'broadcastClients',
  broadcastCampaign: 'broadcastCampaigns',
  broadcastDiffuser: 'broadcastDiffusers',
  broadcastEvent: 'broadcastEvents',
  media: 'medias',
  font: 'fonts',
  revision: 'revisions',
  import: 'imports',
  importSource: 'importSources',
  workflow: 'workflows',
  workflowRun: 'workflowRuns',
} as const

/** The public part of a broadcast. */
export interface PublicBroadcast {
  _id: string
  /** A name with at least one character that is not a space */
  name: string
  shortDescription?: string
  description?: string
  type?: string
  theme?: Theme
  fontRef?: FontRef
  appBar?: AppBar
  bottomBar: BottomBar | null
  menu: Menu | null
  structure: Structure | null
  home?: Home
  isWeb: boolean
  isApp: boolean
  timezone: string
  /** A time of day from 00:00 to 23:59, such as 06:00 */
  dayStart: string
  dates: EventDates | null
  /** The languages of the content. */
  locales: string[]
  /** A language as a BCP 47 tag, such as fr, ar or pt-BR */
  defaultLocale?: string
  /** Texts by language, each a language of the broadcast. */
  localeDetails: Record<
    string,
    {
      /** A name with at least one character that is not a space */
      name?: string
      shortDescription?: string
      description?: string
      [name: string]: unknown
    }
  > | null
  _createdAt: string
  _updatedAt: string | null
  /** What `?expand=` asked for, by field. */
  _expanded?: Record<string, unknown>
  /** The slug of its website, which can be used instead of its id in paths. */
  slug: string | null
  /** The own domain of its website. */
  domain: string | null
  seo: {
    title?: string | null
    metaDescription?: string | null
    indexing?: boolean
  } | null
  fonts: PublicFont[]
}

export interface Bundle {
  /** The value of `since` for the next request. */
  cursor: string
  /** Whether this replaces everything that was read before. */
  full: boolean
  /** Whether there are more pages: request the next one with the cursor. */
  more: boolean
  broadcast?: PublicBroadcast
  data: {
    broadcastSessions?: PublicBroadcastSession[]
    broadcastInterestPoints?: PublicBroadcastInterestPoint[]
    broadcastMaps?: PublicBroadcastMap[]
    broadcastArticles?: PublicBroadcastArticle[]
    broadcastPages?: PublicBroadcastPage[]
    broadcastHosts?: PublicBroadcastHost[]
    broadcastCategories?: PublicBroadcastCategory[]
    broadcastNetworkingForms?: PublicBroadcastNetworkingForm[]
    medias?: PublicMedia[]
  }
  deleted: {
    broadcastSessions?: string[]
    broadcastInterestPoints?: string[]
    broadcastMaps?: string[]
    broadcastArticles?: string[]
    broadcastPages?: string[]
    broadcastHosts?: string[]
    broadcastCategories?: string[]
    broadcastNetworkingForms?: string[]
    medias?: string[]
  }
}

export interface Now {
  at: string
  /** When this response expires by the clock. */
  until: string | null
  places: Array<{
    place: PublicBroadcastInterestPoint | null
    current: PublicBroadcastSession[]
    next: PublicBroadcastSession[]
  }>
}

export interface SearchAnswer {
  data: SearchResult[]
  /** The total number of records. */
  total: number
}

export interface SearchResult {
  kind:
    | 'broadcastSession'
    | 'broadcastInterestPoint'
    | 'broadcastMap'
    | 'broadcastArticle'
    | 'broadcastPage'
    | 'broadcastHost'
    | 'broadcastCategory'
    | 'broadcastNetworkingForm'
  _id: string
  title: string | null
  /** The language of what was found, where it is known. */
  locale: string | null
  score: number
  highlights: SearchHighlight[]
}

export interface SearchHighlight {
  field: string
  /** The plain text of the field; of a long one, the surroundings of the first match. */
  text: string
  /** The matches in the text: start and end, in UTF-16 code units. */
  ranges: Array<[number, number]>
}

export interface FormAnswers {
  formId: string
  fields: Array<{
    key: string
    value: string
  }>
  /** A honeypot that people do not see. Submissions that fill it in are accepted and discarded. */
  website?: string
}

export interface ClientPatch {
  platform?: string | null
  /** A language as a BCP 47 tag, such as fr, ar or pt-BR */
  locale?: string | null
  /** Sessions. Those that are not on the programme are left out. */
  favoriteIds?: string[]
  pushSubscription?: PushSubscription | null
  /** How many minutes before the start of a favorite the app is notified. Null turns reminders off. */
  reminderMinutes?: 5 | 15 | 30 | null
  quietHours?: QuietHours | null
}

export interface PublicClient {
  _id: string
  platform: string | null
  locale: string | null
  /** Those that are on the programme now. */
  favoriteIds: string[]
  pushSubscription: {
    set?: boolean
  } | null
  /** How many minutes before the start of a favorite the app is notified. Null turns reminders off. */
  reminderMinutes: 5 | 15 | 30 | null
  quietHours: QuietHours | null
  /** A calendar of the favorites, to subscribe to. Anybody who has the URL can read it. */
  calendarUrl: string
}

export interface RegisteredClient {
  _id: string
  platform: string | null
  locale: string | null
  /** Those that are on the programme now. */
  favoriteIds: string[]
  pushSubscription: {
    set?: boolean
  } | null
  /** How many minutes before the start of a favorite the app is notified. Null turns reminders off. */
  reminderMinutes: 5 | 15 | 30 | null
  quietHours: QuietHours | null
  /** A calendar of the favorites, to subscribe to. Anybody who has the URL can read it. */
  calendarUrl: string
  /** Sent as `Authorization: Bearer` from now on. */
  token?: string
}

/** With the token of an app, events of any type. Without, those of a website of the broadcast: `visit`, `page.viewed`, `favorite.added`, `favorite.removed`, `share`, `campaign.opened`, `search.empty`. */
export interface ClientEvents {
  type?: string
  metadata?: Record<string, unknown>
  /** Now when absent. */
  occurredAt?: string
  events?: Array<{
    type: string
    metadata?: Record<string, unknown>
    /** Now when absent. */
    occurredAt?: string
  }>
}

export interface PushKey {
  /** A point of P-256 in base64url. */
  publicKey: string
}

export interface NewPresence {
  /** A random name of the tab or window; a person can have several. */
  tab: string
  kind:
    | 'broadcast'
    | 'broadcastSession'
    | 'broadcastInterestPoint'
    | 'broadcastMap'
    | 'broadcastArticle'
    | 'broadcastPage'
    | 'broadcastHost'
    | 'broadcastCategory'
    | 'broadcastNetworkingForm'
    | 'broadcastContact'
    | 'broadcastMember'
    | 'broadcastClient'
    | 'broadcastCampaign'
    | 'broadcastDiffuser'
    | 'broadcastEvent'
    | 'media'
    | 'font'
    | 'revision'
    | 'import'
    | 'importSource'
    | 'workflow'
    | 'workflowRun'
  recordId: string
  /** The field that I edit; null when I only look. */
  field?: string | null
}

export interface Presence {
  kind: string
  recordId: string
  people: Array<{
    id: string
    name: string
    /** The field that they edit; null when they only look. */
    field: string | null
  }>
}

export interface SavedView {
  id: string
  kind: string
  name: string
  /** What the table shows, as in its address: search, filters, sort and columns. At most 4,000 bytes as JSON. */
  query: Record<string, unknown>
  /** For everybody in the broadcast, instead of only me. */
  shared: boolean
  created_at: string
}

export interface SavedViewCreate {
  kind:
    | 'broadcast'
    | 'broadcastSession'
    | 'broadcastInterestPoint'
    | 'broadcastMap'
    | 'broadcastArticle'
    | 'broadcastPage'
    | 'broadcastHost'
    | 'broadcastCategory'
    | 'broadcastNetworkingForm'
    | 'broadcastContact'
    | 'broadcastMember'
    | 'broadcastClient'
    | 'broadcastCampaign'
    | 'broadcastDiffuser'
    | 'broadcastEvent'
    | 'media'
    | 'font'
    | 'revision'
    | 'import'
    | 'importSource'
    | 'workflow'
    | 'workflowRun'
  /** A name with at least one character that is not a space */
  name: string
  /** What the table shows, as in its address: search, filters, sort and columns. At most 4,000 bytes as JSON. */
  query: Record<string, unknown>
  /** For everybody in the broadcast, instead of only me. */
  shared?: boolean
}

export interface SavedViewPatch {
  /** A name with at least one character that is not a space */
  name?: string
  /** What the table shows, as in its address: search, filters, sort and columns. At most 4,000 bytes as JSON. */
  query?: Record<string, unknown>
  /** For everybody in the broadcast, instead of only me. */
  shared?: boolean
}

export interface NewPreview {
  /** Seconds. */
  expires_in?: number
}

export interface Preview {
  token: string
  url: string
  expires_at: string
}

export interface Webhook {
  id: string
  url: string
  events: string[]
  /** Only in the response to the request that set it. */
  secret?: string
  active: boolean
  disabled_reason: 'gone' | 'failing' | null
  has_secret: boolean
  created_at: string
  updated_at: string
}

export interface WebhookCreate {
  url: string
  events: string[]
  secret?: string | null
  /** `false` registers it switched off; a PUT switches it on. */
  active?: boolean
}

export interface WebhookUpdate {
  url?: string
  events?: string[]
  /** `true` enables it again, also after it was disabled automatically. */
  active?: boolean
}

export interface WebhookRotate {
  secret: string
  overlapSeconds?: number
}

export interface WebhookRecover {
  since: string
  until?: string
}

export interface EventType {
  type: string
  description: string
  /** A JSON Schema. */
  schema: Record<string, unknown>
  sample: Record<string, unknown>
}

export interface Delivery {
  id: string
  event_id: string
  type: string
  sequence: number | null
  status: 'pending' | 'delivered' | 'failed'
  attempts: number
  next_attempt_at: string | null
  created_at: string
  finished_at: string | null
  /** The bytes that were sent. */
  body?: string
  tries?: Array<{
    number?: number
    at?: string
    status?: number | null
    latency_ms?: number
    error?: string | null
    /** The first kilobyte of the response. */
    reply?: string | null
  }>
}

export interface DeliveryMade {
  delivery_id: string
}

export interface Recovered {
  recovered: number
}

export interface DeleteResult {
  success: boolean
  referenceType: string
  referenceId: string
  operationType: 'delete'
}

export interface AuditEntry {
  id: number
  action: string
  actor: Record<string, unknown>
  details: Record<string, unknown>
  at: string
}

export interface Job {
  id: string
  type: string
  status: 'queued' | 'running' | 'succeeded' | 'failed' | 'cancelled'
  /** The progress; its members depend on the type. */
  progress: Record<string, unknown>
  /** The result. */
  result: Record<string, unknown> | null
  /** Why it failed, as a sentence. */
  reason: string | null
  due_at: string
  created_at: string
  started_at: string | null
  ended_at: string | null
}

export interface MapServices {
  tiles: {
    /** With `{z}`, `{x}` and `{y}`. */
    url: string
    /** The credit to show, as HTML; empty when none is required. */
    attribution: string
  } | null
  geocoder: {
    /** The credit to show, as HTML; empty when none is required. */
    attribution: string
  } | null
}

export interface Address {
  title: string
  /** Degrees of longitude (`x`) and latitude (`y`), as in a place. */
  position: {
    x: number
    y: number
  }
}

export interface Conflict {
  /** The same conflict has the same id each time it is found. */
  id: string
  type:
    | 'placeOverlap'
    | 'hostOverlap'
    | 'outsideOpeningHours'
    | 'unreadableOpeningHours'
    | 'draftReference'
    | 'lostNavigator'
  severity: 'error' | 'warning'
  /** A sentence for people, in the requested language. */
  message: string
  ids: string[]
  /** The conflicting records, then the resource they share or the record they refer to. */
  records: Array<{
    kind: string
    id: string
    title: string | null
    /** A pointer into the record. */
    pointer?: string
  }>
  from: string | null
  to: string | null
}

export interface ConflictList {
  data: Conflict[]
  metadata: {
    total: number
    limit: number
    skip: number
    /** False when there are more than 10,000. */
    isComplete: boolean
    byType: {
      placeOverlap?: number
      hostOverlap?: number
      outsideOpeningHours?: number
      unreadableOpeningHours?: number
      draftReference?: number
      lostNavigator?: number
    }
    bySeverity: {
      error?: number
      warning?: number
    }
  }
}

export interface Translations {
  data: Array<{
    /** A language as a BCP 47 tag, such as fr, ar or pt-BR */
    locale: string
    /** Texts that are not empty in their main language. */
    translatable: number
    /** Those of them that are not empty in this language. */
    translated: number
    kinds: Array<{
      kind:
        | 'broadcast'
        | 'broadcastSession'
        | 'broadcastInterestPoint'
        | 'broadcastMap'
        | 'broadcastArticle'
        | 'broadcastPage'
        | 'broadcastHost'
        | 'broadcastCategory'
        | 'broadcastNetworkingForm'
        | 'media'
      /** Texts that are not empty in their main language. */
      translatable: number
      /** Those of them that are not empty in this language. */
      translated: number
    }>
  }>
}

export interface TranslationList {
  data: Array<{
    kind:
      | 'broadcast'
      | 'broadcastSession'
      | 'broadcastInterestPoint'
      | 'broadcastMap'
      | 'broadcastArticle'
      | 'broadcastPage'
      | 'broadcastHost'
      | 'broadcastCategory'
      | 'broadcastNetworkingForm'
      | 'media'
    _id: string
    title: string | null
    /** Texts that are not empty in their main language. */
    translatable: number
    /** Those of them that are not empty in this language. */
    translated: number
  }>
  metadata: {
    total: number
    limit: number
    skip: number
  }
}

export interface BroadcastEventCounts {
  data: Array<{
    type: string
    total: number
    counts: number[]
  }>
  metadata: {
    days: string[]
    timezone: string
    dayStart: string
    /** How many types there are in all. */
    types: number
  }
  _type: 'broadcastEvent'
}

export interface VisitSummary {
  days: string[]
  timezone: string
  dayStart: string
  /** Visits, of which a browser reports one a day; `counts` has a number for each of `days`. */
  visitors: {
    total: number
    counts: number[]
  }
  /** Views at each hour of the day, in the time zone of the broadcast. */
  hours: Array<{
    hour: number
    count: number
  }>
  /** Favorites are those that were added, without those that were removed. */
  sessions: Array<{
    id: string
    title: string | null
    favorites: number
    views: number
  }>
  /** The favorites and views of the sessions at each place. */
  places: Array<{
    id: string
    title: string | null
    favorites: number
    views: number
  }>
  /** Views of screens and of the records that they show; `id` is null for a screen without a record. */
  pages: Array<{
    screen:
      | 'home'
      | 'programme'
      | 'now'
      | 'session'
      | 'host'
      | 'hosts'
      | 'place'
      | 'places'
      | 'map'
      | 'article'
      | 'articles'
      | 'page'
      | 'form'
      | 'search'
      | 'plan'
      | 'settings'
      | 'kiosk'
      | 'embed'
    id: string | null
    title: string | null
    views: number
  }>
  /** Searches without results. */
  searches: Array<{
    text: string
    count: number
  }>
  /** The expected crowd: how many visitors have starred, on any day, what takes place at a place in an hour of a festival day. Of several sessions in one hour the largest counts. */
  crowd: Array<{
    day: string
    hour: number
    placeId: string
    title: string | null
    favorites: number
  }>
  shares: number
}

export interface PersonFile {
  address: string
  broadcast_id: string
  made_at: string
  contacts: Array<Record<string, unknown>>
  clients: Array<Record<string, unknown>>
  members: Array<Record<string, unknown>>
  events: Array<Record<string, unknown>>
  history: Array<Record<string, unknown>>
  mentions: Array<Record<string, unknown>>
  /** The number of rows of other tables that contain the address. */
  elsewhere: Record<string, unknown>
}

export interface Onboarding {
  /** The `status` of the broadcast. */
  status: string
  website: string | null
  /** The job, as long as it is kept. */
  job_id: string | null
  /** How far it is. */
  progress: Record<string, unknown>
  /** Why it failed, as a sentence. */
  reason: string | null
  /** The number of generated records by kind, and `notes`: what was cut, left out or guessed, with a code, a sentence and a URL. */
  found: Record<string, unknown>
  started_at: string | null
  ended_at: string | null
}

export interface BroadcastDuplicate {
  /** A name with at least one character that is not a space */
  name: string
  /** Whether sessions are copied. */
  sessions?: boolean
  /** By how many local days all dates are moved; a session at 18:00 stays at 18:00. */
  shiftDays?: number
  /** Instead of `shiftDays`: the first day of the next edition. */
  startDate?: string
}

export interface OnboardingStart {
  /** Another website than last time. */
  website?: string
}

export interface ImportCreate {
  /** An address to download the programme from. */
  url?: string
  /** The programme itself. */
  text?: string
  /** A preview, whose file is planned again with other options. */
  importId?: string
  /** The file name of `text`. */
  name?: string
  options?: ImportOptions
}

export interface ImportOptions {
  /** The importSource; else the one with the same address or title, else a new one. */
  sourceId?: string
  /** The name of the source, if it is not that of the file. */
  title?: string
  /** Read as this format instead of the recognized one. */
  format?: string | null
  /** Of local times; that of the broadcast when absent. */
  timeZone?: string | null
  /** The role of each column of a table, by its header. */
  columns?: Record<string, string> | null
  /** What the rows of a table are. */
  rows?: 'sessions' | 'hosts' | 'places' | 'articles' | null
  /** Defaults: keep, unpublish, published; or those of the last import of the source. */
  rules?: {
    /** For fields that both people and the source changed. */
    conflicts?: 'keep' | 'take'
    /** For records that the source no longer has. */
    gone?: 'unpublish' | 'delete' | 'keep'
    /** Of new records. */
    status?: 'published' | 'draft'
  }
  /** Without `dry_run`: removes even more than 30 % of the sessions. */
  confirmRemovals?: boolean
}

export interface ImportApply {
  decisions?: {
    /** New records of the file that are an existing record, such as a proposed one; null for none. */
    matches?: Array<{
      kind: string
      key: string
      recordId: string | null
    }>
    /** Fields whose outcome is not left to the rules. */
    fields?: Array<{
      kind: string
      key: string
      field: string
      choice: 'keep' | 'take'
    }>
  }
  /** Removes even more than 30 % of the sessions of the source. */
  confirmRemovals?: boolean
}

/** A programme file that was read: its plan, its progress and its result. */
export interface ImportPreview {
  _id: string
  title: string | null
  status: 'previewed' | 'waiting' | 'applying' | 'applied' | 'failed' | 'undoing' | 'undone' | 'discarded'
  sourceId: string | null
  previousImportId: string | null
  jobId: string | null
  format: string | null
  counts: ImportCounts
  kindCounts: Record<string, unknown>
  needsConfirmation: boolean
  notes: ImportNote[]
  table: ImportTable | null
  rules: ImportRules
  options: ImportReadOptions
  revisionId: string | null
  progress: Record<string, unknown>
  reason: string | null
  startedAt: string | null
  finishedAt: string | null
  metadata: Record<string, unknown>
  _createdAt: string
  _updatedAt: string | null
  _reference: string | null
  /** What `?expand=` asked for, by field. */
  _expanded?: Record<string, unknown>
  changes: ImportChanges
}

export interface ImportChanges {
  data: ImportChange[]
  /** The `cursor` of the next page. */
  next: string | null
  has_more: boolean
}

export interface ImportChange {
  kind: string
  /** Identifies the record in its source. */
  key: string
  /** Its id, also if it will be created. */
  recordId: string
  action: 'create' | 'update' | 'conflict' | 'restore' | 'remove' | 'none'
  title: string | null
  /** The place in the file. */
  at: string | null
  /** `unpublish` and `delete`: how it is removed. The others: why it stays as it is, although the source has it again (`removed_by_people`) or no longer. */
  reason: 'removed_by_people' | 'unpublish' | 'delete' | 'used' | 'not_publishable' | 'rule' | null
  fields: ImportFieldChange[]
  /** Existing records that may be the same as a new one. */
  proposals: Array<{
    recordId: string
    title: string | null
    shared: Array<'time' | 'people'>
  }>
}

export interface ImportFieldChange {
  name: string
  /** After the last import. */
  base: unknown
  /** Now. */
  current: unknown
  /** In the file. */
  incoming: unknown
  /** Changed by the source, by people, or by both. */
  outcome: 'take' | 'keep' | 'conflict'
}

export interface WorkflowRunCreate {
  /** The value of `input` for the nodes of the run; at most 256 KiB. */
  input?: Record<string, unknown>
}

export interface WorkflowCheck {
  errors: Array<{
    pointer: string
    code: string
    message: string
  }>
  warnings: Array<{
    pointer: string
    code: string
    message: string
  }>
}

export interface Hook {
  url: string
}

export interface RevisionDiff {
  from: {
    revisionId: string | null
    sequence: number
  }
  to: {
    revisionId: string | null
    sequence: number
  }
  data: RecordDiff[]
  /** The `cursor` of the next page. */
  next: string | null
  has_more: boolean
}

export interface RecordDiff {
  kind: string
  id: string
  /** Its name for people. */
  title: string | null
  operation: 'added' | 'changed' | 'removed'
  /** The differences of a changed record; at most 200. */
  fields: FieldDiff[]
  /** There are more differences. */
  truncated?: true
}

export interface FieldDiff {
  /** A JSON pointer into the record. */
  pointer: string
  /** Absent where there was nothing. */
  before?: unknown
  /** Absent where there is nothing. */
  after?: unknown
  /** A text is truncated after 2,000 characters, a longer object or list is null; `?at=` shows the whole value. */
  truncated?: true
}

export interface Restored {
  /** The last change before the restore. */
  from_sequence: number
  /** The last change of the restore. */
  sequence: number
  restored: {
    added: number
    changed: number
    removed: number
  }
  /** Records and fields that could not be restored: media whose file was deleted, unique values that others have taken. */
  left_out: LeftOut[]
}

export interface LeftOut {
  kind: string
  id: string
  /** The field; empty for the whole record. */
  pointer: string
  /** `file_gone`: the file of a media was deleted. `taken`: another broadcast has the unique value. */
  reason: 'file_gone' | 'taken'
}

export interface Trash {
  data: TrashEntry[]
  /** The `cursor` of the next page. */
  next: string | null
  has_more: boolean
  /** How many days deleted records are kept; 0 when the trash is off. */
  kept_days: number
}

export interface TrashEntry {
  kind:
    | 'broadcastSession'
    | 'broadcastInterestPoint'
    | 'broadcastMap'
    | 'broadcastArticle'
    | 'broadcastPage'
    | 'broadcastHost'
    | 'broadcastCategory'
    | 'broadcastNetworkingForm'
    | 'broadcastCampaign'
    | 'broadcastDiffuser'
    | 'media'
    | 'font'
    | 'workflow'
  id: string
  /** Its name for people. */
  title: string | null
  actor: Actor
  deletedAt: string
  /** When it can no longer be restored. */
  expiresAt: string
  /** How many records referred to it. A restore puts these references back. */
  referrers: number
}

export interface TrashedRecord {
  kind:
    | 'broadcastSession'
    | 'broadcastInterestPoint'
    | 'broadcastMap'
    | 'broadcastArticle'
    | 'broadcastPage'
    | 'broadcastHost'
    | 'broadcastCategory'
    | 'broadcastNetworkingForm'
    | 'broadcastCampaign'
    | 'broadcastDiffuser'
    | 'media'
    | 'font'
    | 'workflow'
  id: string
  /** Its name for people. */
  title: string | null
  actor: Actor
  deletedAt: string
  /** When it can no longer be restored. */
  expiresAt: string
  /** How many records referred to it. A restore puts these references back. */
  referrers: number
  /** The record as it was when it was deleted. */
  record: Record<string, unknown>
}

export interface RestoredRecord {
  kind:
    | 'broadcastSession'
    | 'broadcastInterestPoint'
    | 'broadcastMap'
    | 'broadcastArticle'
    | 'broadcastPage'
    | 'broadcastHost'
    | 'broadcastCategory'
    | 'broadcastNetworkingForm'
    | 'broadcastCampaign'
    | 'broadcastDiffuser'
    | 'media'
    | 'font'
    | 'workflow'
  /** The record as it is now. */
  record: Record<string, unknown>
  /** Records that referred to it: how many do so again, and how many were changed or deleted meanwhile. */
  referrers: {
    restored: number
    left_out: number
  }
  /** Fields that could not be restored, because another record has taken their unique value. */
  left_out: LeftOut[]
}

export interface Purged {
  /** How many records were deleted for good. */
  purged: number
}

export interface Uses {
  /** How many records contain one of the ids. */
  total: number
  /** By kind, the most frequent first. */
  data: UsesOfKind[]
}

export interface UsesOfKind {
  kind: string
  total: number
  /** The latest five; none of kinds with personal data. */
  records: Array<{
    id: string
    title: string | null
  }>
}

export interface ApiKey {
  id: string
  name: string
  preview: string
  /** The key itself, only in the response that created it. */
  key?: string
  scopes: Array<'read' | 'write' | 'people'>
  created_at: string
  expires_at: string | null
  revoked_at: string | null
  last_used: string | null
}

export interface ApiKeyCreate {
  /** A name with at least one character that is not a space */
  name: string
  scopes?: Array<'read' | 'write' | 'people'>
  expires_at?: string | null
}

export interface ApiKeyRotate {
  overlapSeconds?: number
}

export interface CampaignReach {
  /** Clients that the audience selects. */
  total: number
  /** Those of them that have a push subscription. */
  reachable: number
}

export interface CampaignSummary {
  /** Clients that matched the audience and had a subscription. */
  addressed: number
  /** Messages that push services accepted. */
  delivered: number
  /** Messages that push services refused. */
  failed: number
  /** Clients and subscriptions that no longer existed. */
  gone: number
  /** Notifications that were opened. */
  opened: number
  /** By the language of the message, the largest first; `locale` is null for the default texts. */
  languages: Array<{
    locale: string | null
    delivered: number
    failed: number
    gone: number
    opened: number
  }>
  /** The first 24 hours; none before it is sent. */
  hours: Array<{
    at: string
    opened: number
  }>
}

export interface DomainCheck {
  domain: string
  /** `ok`: leads here; `unresolved`: has no public address; `elsewhere`: another server answers; `unreachable`: no server answers; `insecure`: no valid certificate. */
  state: 'ok' | 'unresolved' | 'elsewhere' | 'unreachable' | 'insecure'
  /** The public addresses of the domain. */
  addresses: string[]
  /** The state as a sentence. */
  message: string
}

export interface CampaignTested {
  outcome: 'sent' | 'gone' | 'failed' | 'unknown'
}

export interface Invitation {
  token?: string
  url?: string
  expires_at: string
  mailed: boolean
}

export interface ShownInvitation {
  status: 'open' | 'expired' | 'accepted' | 'withdrawn'
  expires_at: string
  broadcast: {
    name: string
    /** A media value. */
    logo: unknown
  } | null
  /** The name of the person who invites. */
  invited_by: string | null
  /** The address that was invited. */
  email: string | null
  role: 'owner' | 'editor' | 'viewer' | null
}

export interface Membership {
  broadcastId: string
  userId: string
  role: 'owner' | 'editor' | 'viewer'
}

export type VisitorScreen =
  | 'home'
  | 'programme'
  | 'now'
  | 'session'
  | 'host'
  | 'hosts'
  | 'place'
  | 'places'
  | 'map'
  | 'article'
  | 'articles'
  | 'page'
  | 'form'
  | 'search'
  | 'plan'
  | 'settings'
  | 'kiosk'
  | 'embed'

export interface Menu {
  sections: MenuSection[]
  /** A color: # and 3, 4, 6 or 8 hexadecimal digits, such as #ff5a36 */
  color?: string | null
}

export interface MenuSection {
  title?: string | null
  tiles?: Tile[] | null
  /** Texts by language, each a language of the broadcast. */
  localeDetails?: Record<
    string,
    {
      title?: string | null
      [name: string]: unknown
    }
  > | null
}

export interface Tile {
  bottomBarIndex?: number | null
  navigator?: Navigator | null
  title?: string | null
  icon?: Icon | null
  /** Texts by language, each a language of the broadcast. */
  localeDetails?: Record<
    string,
    {
      title?: string | null
      [name: string]: unknown
    }
  > | null
}

export interface Navigator {
  url?: string | null
  broadcastArticleId?: string | null
  broadcastPageId?: string | null
  broadcastSessionId?: string | null
  broadcastHostId?: string | null
  broadcastInterestPointId?: string | null
  broadcastMapId?: string | null
  nativeContent?:
    | 'contact'
    | 'localTicket'
    | 'articles'
    | 'maps'
    | 'home'
    | 'program'
    | 'hosts'
    | 'menu'
    | 'auth'
    | 'profile'
    | 'favorites'
    | 'campaigns'
    | 'networkingForms'
    | 'networkingScan'
    | 'meteo'
    | 'search'
    | null
  query?: NavigatorQuery | null
}

export interface NavigatorQuery {
  filters?: unknown[] | null
  filtersLogical?: '$and' | '$or' | '$nor' | null
  limit?: number | null
  skip?: number | null
  sort?: Record<string, 'asc' | 'desc'> | null
}

export interface Icon {
  family?: 'lucide' | 'remix' | 'hero' | null
  type?: string | null
}

export interface Structure {
  profileTiles?: Tile[] | null
}

export interface BottomBar {
  homeTile?: Tile | null
  firstTile?: Tile | null
  secondTile?: Tile | null
  thirdTile?: Tile | null
  fourthTile?: Tile | null
  borderRadius?: number | null
  /** A color: # and 3, 4, 6 or 8 hexadecimal digits, such as #ff5a36 */
  backgroundColor?: string | null
  /** A color: # and 3, 4, 6 or 8 hexadecimal digits, such as #ff5a36 */
  accentColor?: string | null
  style?: string | null
}

export interface AppBar {
  /** A color: # and 3, 4, 6 or 8 hexadecimal digits, such as #ff5a36 */
  backgroundColor?: string | null
  /** A color: # and 3, 4, 6 or 8 hexadecimal digits, such as #ff5a36 */
  accentColor?: string | null
  logo?: MediaValue
  logoPadding?: number | null
  rightNavigator?: Navigator | null
  leftNavigator?: Navigator | null
}

/** Any JSON, given back as sent. An object with `mediaId` is a checked reference to a media. */
export type MediaValue = unknown

export interface Home {
  header?: HomeHeader | null
  blocks?: Block[] | null
  /** A language as a BCP 47 tag, such as fr, ar or pt-BR */
  defaultLocale?: string | null
  /** Texts by language, each a language of the broadcast. */
  localeDetails?: Record<
    string,
    {
      blocks?: Block[] | null
      [name: string]: unknown
    }
  > | null
}

export interface HomeHeader {
  height?: number | null
  logo?: MediaValue
  background?: MediaValue
  overlay?: unknown
  /** A color: # and 3, 4, 6 or 8 hexadecimal digits, such as #ff5a36 */
  backgroundColor?: string | null
  transition?: string | null
  logoPadding?: number | null
  logoVerticalAlign?: string | null
}

export type Block =
  | TitleBlock
  | ParagraphBlock
  | MediaBlock
  | EmbedBlock
  | ButtonBlock
  | QuestionBlock
  | DividerBlock
  | SessionsBlock
  | HostsBlock
  | InterestPointsBlock
  | ArticlesBlock
  | CountdownBlock
  | SocialsBlock
  | MeteoBlock
  | MapBlock
  | SectionBlock

export interface TitleBlock {
  type: 'title'
  key?: string | null
  height?: number | null
  format?: string | null
  values?: unknown[] | null
  text?: string | null
  level?: number | null
  align?: string | null
}

export interface ParagraphBlock {
  type: 'paragraph'
  key?: string | null
  height?: number | null
  format?: string | null
  values?: unknown[] | null
  text?: string | null
  align?: string | null
}

export interface MediaBlock {
  type: 'media'
  key?: string | null
  height?: number | null
  format?: string | null
  values?: Array<{
    media?: MediaValue
    /** A color: # and 3, 4, 6 or 8 hexadecimal digits, such as #ff5a36 */
    backgroundColor?: string | null
    fit?: string | null
    navigator?: Navigator | null
    caption?: string | null
  }> | null
  autoplay?: boolean | null
  ratio?: number | null
}

export interface EmbedBlock {
  type: 'embed'
  key?: string | null
  height?: number | null
  format?: string | null
  values?: unknown[] | null
  url?: string | null
  title?: string | null
  ratio?: number | null
}

export interface ButtonBlock {
  type: 'button'
  key?: string | null
  height?: number | null
  format?: string | null
  values?: unknown[] | null
  label?: string | null
  navigator?: Navigator | null
  icon?: Icon | null
  style?: string | null
  /** A color: # and 3, 4, 6 or 8 hexadecimal digits, such as #ff5a36 */
  backgroundColor?: string | null
  /** A color: # and 3, 4, 6 or 8 hexadecimal digits, such as #ff5a36 */
  accentColor?: string | null
}

export interface QuestionBlock {
  type: 'question'
  key?: string | null
  height?: number | null
  format?: string | null
  values?: Array<{
    label?: string | null
    navigator?: Navigator | null
    icon?: Icon | null
  }> | null
  text?: string | null
}

export interface DividerBlock {
  type: 'divider'
  key?: string | null
  height?: number | null
  format?: string | null
  values?: unknown[] | null
  /** A color: # and 3, 4, 6 or 8 hexadecimal digits, such as #ff5a36 */
  color?: string | null
  thickness?: number | null
  style?: string | null
}

export interface SessionsBlock {
  type: 'sessions'
  key?: string | null
  height?: number | null
  format?: string | null
  values?: unknown[] | null
  title?: string | null
  query?: NavigatorQuery | null
  navigator?: Navigator | null
}

export interface HostsBlock {
  type: 'hosts'
  key?: string | null
  height?: number | null
  format?: string | null
  values?: unknown[] | null
  title?: string | null
  query?: NavigatorQuery | null
  navigator?: Navigator | null
}

export interface InterestPointsBlock {
  type: 'interestPoints'
  key?: string | null
  height?: number | null
  format?: string | null
  values?: unknown[] | null
  title?: string | null
  query?: NavigatorQuery | null
  navigator?: Navigator | null
}

export interface ArticlesBlock {
  type: 'articles'
  key?: string | null
  height?: number | null
  format?: string | null
  values?: unknown[] | null
  title?: string | null
  query?: NavigatorQuery | null
  navigator?: Navigator | null
}

export interface CountdownBlock {
  type: 'countdown'
  key?: string | null
  height?: number | null
  format?: string | null
  values?: unknown[] | null
  target?: string | null
  title?: string | null
  endText?: string | null
}

export interface SocialsBlock {
  type: 'socials'
  key?: string | null
  height?: number | null
  format?: string | null
  values?: Array<{
    network?: string | null
    url?: string | null
    label?: string | null
  }> | null
}

export interface MeteoBlock {
  type: 'meteo'
  key?: string | null
  height?: number | null
  format?: string | null
  values?: unknown[] | null
  title?: string | null
  place?: string | null
  latitude?: number | null
  longitude?: number | null
  days?: number | null
}

export interface MapBlock {
  type: 'map'
  key?: string | null
  height?: number | null
  format?: string | null
  values?: unknown[] | null
  title?: string | null
  broadcastMapId?: string | null
  interestPointId?: string | null
  zoom?: number | null
}

export interface SectionBlock {
  type: 'section'
  key?: string | null
  height?: number | null
  format?: string | null
  values?: unknown[] | null
  title?: string | null
  subtitle?: string | null
  /** A color: # and 3, 4, 6 or 8 hexadecimal digits, such as #ff5a36 */
  backgroundColor?: string | null
  /** A color: # and 3, 4, 6 or 8 hexadecimal digits, such as #ff5a36 */
  accentColor?: string | null
  blocks?: LeafBlock[]
}

export type LeafBlock =
  | TitleBlock
  | ParagraphBlock
  | MediaBlock
  | EmbedBlock
  | ButtonBlock
  | QuestionBlock
  | DividerBlock
  | SessionsBlock
  | HostsBlock
  | InterestPointsBlock
  | ArticlesBlock
  | CountdownBlock
  | SocialsBlock
  | MeteoBlock
  | MapBlock

export interface Theme {
  logo?: MediaValue
  /** A color: # and 3, 4, 6 or 8 hexadecimal digits, such as #ff5a36 */
  accentColor?: string | null
  /** A color: # and 3, 4, 6 or 8 hexadecimal digits, such as #ff5a36 */
  backgroundColor?: string | null
  /** A color: # and 3, 4, 6 or 8 hexadecimal digits, such as #ff5a36 */
  primaryBackgroundColor?: string | null
  /** A color: # and 3, 4, 6 or 8 hexadecimal digits, such as #ff5a36 */
  primaryAccentColor?: string | null
  /** A color: # and 3, 4, 6 or 8 hexadecimal digits, such as #ff5a36 */
  surfaceBackgroundColor?: string | null
  /** A color: # and 3, 4, 6 or 8 hexadecimal digits, such as #ff5a36 */
  surfaceAccentColor?: string | null
  surfaceOpacity?: number | null
  surfaceDecoration?: string | null
  strokeWidth?: number | null
  borderRadius?: number | null
  fontRef?: FontRef | null
  iconFamily?: string | null
  titleTextStyle?: TextStyle | null
  subtitleTextStyle?: TextStyle | null
  bodyTextStyle?: TextStyle | null
  buttonTextStyle?: TextStyle | null
}

export interface FontRef {
  fontHolderId?: string | null
  weight?: number | null
  style?: string | null
}

export interface TextStyle {
  fontRef?: FontRef | null
  fontSize?: number | null
  /** A color: # and 3, 4, 6 or 8 hexadecimal digits, such as #ff5a36 */
  color?: string | null
}

export interface EventDates {
  start: string
  end: string
}

export interface AuthProvider {
  id?: string
  type: 'oAuth' | 'fixedKeys'
  oAuthType?: string | null
  key?: string | null
  clientId?: string | null
  singUpLabel?: string | null
  clientType?: string | null
  eventId?: string | null
  productIds?: string[] | null
  orderIds?: string[] | null
  blocks?: Block[] | null
  set?: boolean
}

export interface AuthData {
  id?: string
  type: 'basic' | 'apiKey' | 'oauth' | 'fixedKeys'
  name?: string | null
  basic?: {
    username?: string | null
    password?: string | null
  } | null
  key?: string | null
  oauth?: {
    tokenUrl?: string | null
    clientId?: string | null
    clientSecret?: string | null
    scope?: string | null
  } | null
  hosts?: string[] | null
  set?: boolean
}

/** Where the session was before it moved; visitors see it until it is cleared. */
export interface MovedFrom {
  start?: string | null
  end?: string | null
  place?: string | null
}

export interface SessionTime {
  start?: string | null
  end?: string | null
  timezone?: string | null
  allDay?: boolean
}

export interface Link {
  type?: string | null
  label?: string | null
  url: string
  /** Texts by language, each a language of the broadcast. */
  localeDetails?: Record<
    string,
    {
      label?: string | null
      [name: string]: unknown
    }
  > | null
}

export interface Attachment {
  title?: string | null
  url: string
  /** Texts by language, each a language of the broadcast. */
  localeDetails?: Record<
    string,
    {
      title?: string | null
      [name: string]: unknown
    }
  > | null
}

export interface Recording {
  url?: string | null
  license?: string | null
  isOptedOut?: boolean
}

export interface SessionSource {
  id?: string | null
  url?: string | null
}

/** A record by its `_reference` instead of its id. */
export interface ByReference {
  reference: string
}

/** Whole pixels on an image map, degrees of longitude and latitude on a geo map. */
export interface Position {
  x: number
  y: number
}

export interface FormField {
  key: string
  label?: string | null
  type: 'text' | 'longText' | 'email' | 'phone' | 'number' | 'date' | 'url' | 'choice' | 'choices' | 'consent'
  required?: boolean
  options?: string[] | null
}

export interface ContactField {
  key: string
  value: string
}

/** A time of the day, in the zone of the broadcast, in which changes of favorites are not announced. It may pass midnight. */
export interface QuietHours {
  /** A time of day from 00:00 to 23:59, such as 06:00 */
  from: string
  /** A time of day from 00:00 to 23:59, such as 06:00 */
  to: string
}

export interface PushSubscription {
  endpoint?: string
  expirationTime?: number | null
  keys?: {
    /** A point of the curve P-256, uncompressed: 65 bytes in base64url. */
    p256dh: string
    /** 16 bytes in base64url. */
    auth: string
  }
  set?: boolean
}

export interface Audience {
  filters?: unknown[] | null
  filtersLogical?: '$and' | '$or' | '$nor' | null
}

export interface CampaignStats {
  total?: number
  sent?: number
  failed?: number
  gone?: number
  languages?: Record<
    string,
    {
      sent?: number
      failed?: number
      gone?: number
    }
  >
  startedAt?: string | null
  endedAt?: string | null
  reason?: string
}

export interface Seo {
  title?: string | null
  metaDescription?: string | null
  indexing?: boolean
  /** Texts by language, each a language of the broadcast. */
  localeDetails?: Record<
    string,
    {
      title?: string | null
      metaDescription?: string | null
      [name: string]: unknown
    }
  > | null
}

export interface Crop {
  x: number
  y: number
  width: number
  height: number
}

export interface FocalPoint {
  x: number
  y: number
}

/** A tag that neither begins nor ends with a space */
export type MediaTag = string

/** One file of a typeface: a `url` elsewhere, or the `mediaId` of an uploaded font. */
export interface FontWeight {
  weight: number
  url?: string
  mediaId?: string | null
  style?: string
}

export interface TermsOfService {
  accepted: boolean
}

export interface ImportCounts {
  created: number
  changed: number
  unchanged: number
  removed: number
  kept: number
  conflicts: number
  warnings: number
}

export interface ImportNote {
  code: string
  message: string
  at?: string | null
}

export interface ImportTable {
  rows: string
  columns: Array<{
    header: string
    role: string
    samples: string[]
  }>
}

export interface ImportRules {
  conflicts?: 'keep' | 'take'
  gone?: 'unpublish' | 'delete' | 'keep'
  status?: 'published' | 'draft'
}

export interface ImportReadOptions {
  format?: string | null
  timeZone?: string | null
  columns?: Record<string, string> | null
  rows?: string | null
}

export interface ImportHeader {
  id?: string
  /** A name of letters, digits and hyphens */
  name: string
  value?: string | null
  set?: boolean
}

export type WorkflowTrigger =
  | ManualTrigger
  | IntervalTrigger
  | ScheduleTrigger
  | OnceTrigger
  | ChangeTrigger
  | WebhookTrigger

export interface ManualTrigger {
  type: 'manual'
  misfire?: 'once' | 'skip'
  overlap?: 'skip' | 'queue' | 'parallel'
}

export interface IntervalTrigger {
  type: 'interval'
  everySeconds?: number
  misfire?: 'once' | 'skip'
  overlap?: 'skip' | 'queue' | 'parallel'
}

export interface ScheduleTrigger {
  type: 'schedule'
  cron?: string
  timezone?: string
  misfire?: 'once' | 'skip'
  overlap?: 'skip' | 'queue' | 'parallel'
}

export interface OnceTrigger {
  type: 'once'
  at?: string
  misfire?: 'once' | 'skip'
  overlap?: 'skip' | 'queue' | 'parallel'
}

export interface ChangeTrigger {
  type: 'change'
  kind?: string
  operations?: Array<'create' | 'update' | 'delete' | 'publish'>
  filters?: unknown[]
  overlap?: 'queue' | 'parallel'
}

export interface WebhookTrigger {
  type: 'webhook'
  overlap?: 'queue' | 'parallel'
}

export type WorkflowNode = AmplyNode | HttpNode | ForeachNode | AuthNode | IfNode | CodeNode | MailNode

export interface AmplyNode {
  id: string
  type: 'amply'
  position?: [number, number]
  config?: {
    operation?: ConfigValue
    resource?: ConfigValue
    id?: ConfigValue
    metadata?: ConfigQuery
    body?: ConfigValue
  }
  name?: string | null
  errorBehavior?: string | null
  retries?: number | null
  retryDelayMs?: number | null
  onSuccess?: string | null
  onError?: string | null
}

export interface ConfigValue {
  type?: 'string' | 'number' | 'boolean' | 'object' | 'array' | 'enum' | 'any'
  value?: unknown
  useExpression?: boolean
  expression?: string | null
}

export interface ConfigQuery {
  filters?: ConfigValue
  filtersLogical?: ConfigValue
  preview?: ConfigFlag
  cursors?: ConfigCursors
}

/** `true` or `false`, or a value like the others. */
export type ConfigFlag =
  | boolean
  | {
      type?: 'string' | 'number' | 'boolean' | 'object' | 'array' | 'enum' | 'any'
      value?: unknown
      useExpression?: boolean
      expression?: string | null
    }

export interface ConfigCursors {
  limit?: ConfigValue
  skip?: ConfigValue
  sort?: ConfigSort
  startId?: ConfigValue
}

/** An order such as `{"time.start": "asc"}`, or a value like the others. */
export interface ConfigSort {
  type?: 'string' | 'number' | 'boolean' | 'object' | 'array' | 'enum' | 'any' | 'asc' | 'desc'
  value?: unknown
  useExpression?: boolean
  expression?: string | null
  [name: string]: unknown
}

export interface HttpNode {
  id: string
  type: 'http'
  position?: [number, number]
  config?: {
    method?: ConfigValue
    url?: ConfigValue
    headers?: ConfigValue
    query?: ConfigValue
    body?: ConfigValue
    timeoutMs?: ConfigValue
    responseType?: ConfigValue
    credential?: ConfigValue
  }
  name?: string | null
  errorBehavior?: string | null
  retries?: number | null
  retryDelayMs?: number | null
  onSuccess?: string | null
  onError?: string | null
}

export interface ForeachNode {
  id: string
  type: 'foreach'
  position?: [number, number]
  config?: {
    items?: ConfigValue
    entryNodeId?: ConfigValue
  }
  name?: string | null
  errorBehavior?: string | null
  retries?: number | null
  retryDelayMs?: number | null
  onSuccess?: string | null
  onError?: string | null
}

export interface AuthNode {
  id: string
  type: 'auth'
  position?: [number, number]
  config?: {
    authDataId?: ConfigValue
  }
  name?: string | null
  errorBehavior?: string | null
  retries?: number | null
  retryDelayMs?: number | null
  onSuccess?: string | null
  onError?: string | null
}

export interface IfNode {
  id: string
  type: 'if'
  position?: [number, number]
  config?: {
    condition?: ConfigValue
  }
  name?: string | null
  errorBehavior?: string | null
  retries?: number | null
  retryDelayMs?: number | null
  onSuccess?: string | null
  onError?: string | null
}

export interface CodeNode {
  id: string
  type: 'code'
  position?: [number, number]
  config?: {
    code?: ConfigValue
  }
  name?: string | null
  errorBehavior?: string | null
  retries?: number | null
  retryDelayMs?: number | null
  onSuccess?: string | null
  onError?: string | null
}

export interface MailNode {
  id: string
  type: 'mail'
  position?: [number, number]
  config?: {
    to?: ConfigValue
    subject?: ConfigValue
    text?: ConfigValue
    format?: ConfigValue
    replyTo?: ConfigValue
  }
  name?: string | null
  errorBehavior?: string | null
  retries?: number | null
  retryDelayMs?: number | null
  onSuccess?: string | null
  onError?: string | null
}

export interface WorkflowWarning {
  pointer: string
  code: string
  message: string
}

export interface NodeResult {
  executionId: string
  index: number
  nodeId: string
  nodeType: string
  routeTaken: 'onSuccess' | 'onError' | null
  durationMs: number
  status?: 'running' | 'succeeded' | 'failed'
  startedAt?: string
  attempts?: number
  iterations?: number[]
  error?: {
    code: string
    message: string
  }
  output?: unknown
  outputCut?: boolean
  logs?: string[]
}

export interface Coordinates {
  x: number
  y: number
}

import { always, defineKind, list, nullable, optional, required } from '../kind.ts'
import { Blocks } from '../shapes/block.ts'
import { AppBar, BottomBar, FontRef, Home, Menu, Structure, Theme } from '../shapes/look.ts'
import {
  CalendarDay,
  Choice,
  FreeForm,
  LanguageTag,
  locales,
  Maybe,
  Name,
  ObjectId,
  OpenWord,
  Shape,
  TimeOfDay,
  TimeZone,
  Title,
  Url,
} from '../shapes/scalars.ts'
import Type from '../type.ts'

const secretText = Type.String({ minLength: 1, maxLength: 4_096 })
const plainText = Type.String({ maxLength: 500 })
const entryId = Type.Optional(Type.String({ minLength: 1, maxLength: 40, readOnly: true }))
/** True when a secret is stored for the entry. */
const isSet = Type.Optional(Type.Boolean({ readOnly: true }))

const AuthProvider = Shape(
  {
    id: entryId,
    type: Choice('oAuth', 'fixedKeys'),
    oAuthType: Maybe(plainText),
    key: Maybe(secretText),
    clientId: Maybe(plainText),
    singUpLabel: Maybe(Title),
    clientType: Maybe(plainText),
    eventId: Maybe(plainText),
    productIds: Maybe(Type.Array(plainText)),
    orderIds: Maybe(Type.Array(plainText)),
    blocks: Maybe(Blocks),
    set: isSet,
  },
  { title: 'AuthProvider' },
)

const AuthDataEntry = Shape(
  {
    id: entryId,
    type: Choice('basic', 'apiKey', 'oauth', 'fixedKeys'),
    name: Maybe(plainText),
    basic: Maybe(Shape({ username: Maybe(plainText), password: Maybe(secretText) })),
    key: Maybe(secretText),
    oauth: Maybe(
      Shape({
        tokenUrl: Maybe(Url),
        clientId: Maybe(plainText),
        clientSecret: Maybe(secretText),
        scope: Maybe(plainText),
      }),
    ),
    hosts: Maybe(Type.Array(Type.String({ minLength: 1, maxLength: 253 }), { maxItems: 50 })),
    set: isSet,
  },
  { title: 'AuthData' },
)

/** The first and the last day of the event. */
const EventDates = Shape({ start: CalendarDay, end: CalendarDay }, { title: 'EventDates' })

export const broadcast = defineKind({
  name: 'broadcast',
  plural: 'broadcasts',
  about: 'An application and website project: its look, its navigation and its settings.',
  editorial: true,
  // It is deleted together with its trash.
  trash: false,
  public: [
    'name',
    'shortDescription',
    'description',
    'type',
    'theme',
    'fontRef',
    'appBar',
    'bottomBar',
    'menu',
    'structure',
    'home',
    'isWeb',
    'isApp',
    'timezone',
    'dayStart',
    'dates',
    'locales',
    'defaultLocale',
  ],
  fields: {
    name: required(Name(30, 'Nuits du Port'), { localized: true }),
    menu: nullable(Menu),
    structure: nullable(Structure),
    capabilities: nullable(FreeForm),
    bottomBar: nullable(BottomBar),
    appBar: optional(AppBar),
    home: optional(Home),
    shortDescription: optional(Type.String({ maxLength: 80 }), { localized: true }),
    description: optional(Type.String({ maxLength: 4_000 }), { localized: true }),
    theme: optional(Theme),
    fontRef: optional(FontRef),
    type: optional(OpenWord('festival', 'conference', 'venue')),
    status: always(
      Choice(
        'onboarding',
        'onboardingCapturingWebsite',
        'onboardingGeneratingAssets',
        'onboardingApplyingTheme',
        'onboardingBuildingContent',
        'onboardingFinalizing',
        'onboardingFailed',
        'idle',
      ),
      { default: 'idle', readOnly: true },
    ),
    isPrivate: always(Type.Boolean(), { default: false, label: 'Private' }),
    isWeb: always(Type.Boolean(), { default: true, label: 'On the web' }),
    isApp: always(Type.Boolean(), { default: true, label: 'In an app' }),
    timezone: always(TimeZone, { default: 'UTC', label: 'Time zone' }),
    dayStart: always(TimeOfDay, { default: '06:00', label: 'Day starts at' }),
    dates: nullable(EventDates, { label: 'Dates of the event' }),
    /** The languages of `localeDetails` and `defaultLocale` in its content. */
    locales: always(Type.Array(LanguageTag, { minItems: 1, maxItems: 20, uniqueItems: true }), {
      default: [...locales],
      label: 'Languages',
    }),
    /** That of the texts outside of `localeDetails`. */
    defaultLocale: optional(LanguageTag, { label: 'Main language' }),
    authProviders: list(AuthProvider, { maxItems: 50, secret: ['key'], ownerOnly: true }),
    authData: list(AuthDataEntry, {
      maxItems: 50,
      secret: ['basic.password', 'key', 'oauth.clientSecret'],
      ownerOnly: true,
    }),
    platforms: optional(
      Shape({
        ios: Maybe(Shape({ teamId: Maybe(plainText) })),
        android: Maybe(Shape({ developerId: Maybe(plainText) })),
      }),
    ),
    revisionId: optional(ObjectId, { readOnly: true }),
  },
})

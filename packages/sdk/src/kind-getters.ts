import type { KindCollection } from './kind-collection.ts'
import type { KindName } from './shapes.ts'
import { plurals } from './types.ts'

/** Their collections can do more, and have getters of their own in `BroadcastApi`. */
type WithVerbs =
  | 'media'
  | 'broadcastMember'
  | 'broadcastCampaign'
  | 'broadcastDiffuser'
  | 'revision'
  | 'import'
  | 'workflow'
  | 'workflowRun'

type Getter<Plural extends string> = Plural extends `broadcast${infer Rest}` ? Uncapitalize<Rest> : Plural

/** The records of each kind by its plural: `broadcast.hosts` is `broadcast.kind('broadcastHost')`. */
export type KindGetters = {
  readonly [K in Exclude<KindName, WithVerbs> as Getter<(typeof plurals)[K]>]: KindCollection<K>
}

/** A class with a getter for each kind, over the `kind` method of the class that extends it. */
export function withKindGetters(): abstract new () => KindGetters {
  abstract class WithKindGetters {
    abstract kind(name: string): unknown
  }
  for (const [kind, plural] of Object.entries(plurals)) {
    const rest = plural.replace(/^broadcast/, '')
    Object.defineProperty(WithKindGetters.prototype, rest.charAt(0).toLowerCase() + rest.slice(1), {
      get(this: WithKindGetters) {
        return this.kind(kind)
      },
    })
  }
  return WithKindGetters as never
}

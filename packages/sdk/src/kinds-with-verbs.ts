import { type WaitOptions, waitFor } from './jobs.ts'
import { type CreateOptions, KindCollection, type ListQuery } from './kind-collection.ts'
import type { DryRun, KindName } from './shapes.ts'
import type { CallOptions, Method, RequestOptions } from './transport.ts'
import type {
  BroadcastCampaign,
  CampaignReach,
  CampaignTested,
  Invitation,
  Media,
  Restored,
  RevisionDiff,
  WorkflowCheck,
  WorkflowRun,
  WorkflowRunCreate,
} from './types.ts'

/** A collection that can do more with a record than store it. */
class WithVerbs<K extends KindName> extends KindCollection<K> {
  protected async act<T>(method: Method, path: string, options?: RequestOptions): Promise<T> {
    return (await this.transport.send<T>(method, path, options)).data
  }
}

export class Medias extends WithVerbs<'media'> {
  /** Uploads files and makes a media of each. It is not sent again by itself unless it was turned away at the door. */
  async upload(files: Blob | Blob[], options: CallOptions & { idempotencyKey?: string } = {}): Promise<Media[]> {
    const body = new FormData()
    for (const file of [files].flat()) body.append('file', file)
    const answer = await this.act<{ data: Media[] }>('POST', `${this.path}/upload`, {
      timeoutMs: 600_000,
      ...options,
      body,
    })
    return answer.data
  }
}

export class Members extends WithVerbs<'broadcastMember'> {
  /** A token for the person to redeem with `account.acceptInvitation`; mailed to them where mail is set up. */
  invite(id: string, options?: CreateOptions): Promise<Invitation> {
    return this.act('POST', `${this.at(id)}/invitation`, options)
  }
}

export class Campaigns extends WithVerbs<'broadcastCampaign'> {
  /** Sends it now; `stats` of the record tells how far it is. */
  send(id: string, options?: CreateOptions): Promise<BroadcastCampaign> {
    return this.act('POST', `${this.at(id)}/send`, options)
  }

  cancel(id: string, options?: CreateOptions): Promise<BroadcastCampaign> {
    return this.act('POST', `${this.at(id)}/cancel`, options)
  }

  /** How many clients it would reach; with other filters than its own when some are given. */
  audience(
    id: string,
    query?: Pick<ListQuery<'broadcastClient'>, 'filters' | 'filtersLogical'>,
    options?: CallOptions,
  ): Promise<CampaignReach> {
    return this.act('GET', `${this.at(id)}/audience`, { ...options, ...(query && { query }) })
  }

  /** Sends it to one client alone, to see what it looks like. */
  test(id: string, clientId: string, options?: CreateOptions): Promise<CampaignTested> {
    return this.act('POST', `${this.at(id)}/test`, { ...options, body: { clientId } })
  }
}

export interface DiffQuery {
  /** Another revision, or `current`. */
  to?: string | undefined
  limit?: number | undefined
  /** The `next` of the page before. */
  cursor?: string | undefined
}

interface RestoreOptions extends CreateOptions {
  /** Refuses when the broadcast has changed since: the `from_sequence` of a dry run, or the `to.sequence` of a diff. */
  ifSequence?: number | undefined
}

export class Revisions extends WithVerbs<'revision'> {
  /** What became of the editorial content from a revision to another one, or to now; page by page. */
  diff(id: string, query: DiffQuery = {}, options?: CallOptions): Promise<RevisionDiff> {
    return this.act('GET', `${this.at(id)}/diff`, { ...options, query: { ...query } })
  }

  /** Brings the editorial content back to a revision; with `dryRun` only tells what that would change. */
  restore(id: string, options: RestoreOptions & { dryRun: true }): Promise<DryRun<null> & Restored>
  restore(id: string, options?: RestoreOptions): Promise<Restored>
  restore(
    id: string,
    { dryRun, ifSequence, ...options }: RestoreOptions & { dryRun?: boolean } = {},
  ): Promise<unknown> {
    return this.act('POST', `${this.at(id)}/restore`, {
      ...options,
      body: ifSequence === undefined ? {} : { ifSequence },
      query: dryRun ? { dry_run: true } : {},
    })
  }
}

interface StartOptions extends CreateOptions {
  /** Answers when the run has ended, or after 30 seconds. */
  wait?: boolean | undefined
}

export class Workflows extends WithVerbs<'workflow'> {
  /** Starts a run. */
  start(id: string, body: WorkflowRunCreate = {}, { wait, ...options }: StartOptions = {}): Promise<WorkflowRun> {
    return this.act('POST', `${this.at(id)}/runs`, { ...options, body, ...waiting(wait) })
  }

  /** What stands in the way of enabling or running it, and what is odd about it. */
  check(id: string, options?: CallOptions): Promise<WorkflowCheck> {
    return this.act('POST', `${this.at(id)}/check`, options)
  }
}

export class Runs extends WithVerbs<'workflowRun'> {
  /** The run once it has ended, well or not; a signal stops the waiting. */
  wait(id: string, options: WaitOptions = {}): Promise<WorkflowRun> {
    return waitFor(
      () => this.get(id, {}, options),
      (run) => run.finishedAt !== null,
      options,
    )
  }

  cancel(id: string, options?: CreateOptions): Promise<WorkflowRun> {
    return this.act('POST', `${this.at(id)}/cancel`, options)
  }

  /** Runs again with the same input, as the workflow is now. */
  rerun(id: string, { wait, ...options }: StartOptions = {}): Promise<WorkflowRun> {
    return this.act('POST', `${this.at(id)}/rerun`, { ...options, ...waiting(wait) })
  }

  /** Goes on from the node that failed, in a new run. */
  resume(id: string, { wait, ...options }: StartOptions = {}): Promise<WorkflowRun> {
    return this.act('POST', `${this.at(id)}/resume`, { ...options, ...waiting(wait) })
  }
}

/** The service waits 30 seconds, so the request has to wait longer. */
const waiting = (wait: boolean | undefined) => (wait ? { query: { wait: true }, timeoutMs: 45_000 } : {})

import { type WaitOptions, waitFor } from './jobs.ts'
import { type CreateOptions, KindCollection, type ListQuery } from './kind-collection.ts'
import type { DryRun, KindName } from './shapes.ts'
import type { CallOptions, Method, RequestOptions } from './transport.ts'
import type {
  BroadcastCampaign,
  CampaignReach,
  CampaignSummary,
  CampaignTested,
  DomainCheck,
  Hook,
  Invitation,
  Media,
  Restored,
  RevisionDiff,
  WorkflowCheck,
  WorkflowRun,
  WorkflowRunCreate,
} from './types.ts'
import type { WebBlob } from './web-types.ts'

/** A collection with actions beyond create, read, update and delete. */
class WithVerbs<K extends KindName> extends KindCollection<K> {
  protected async act<T>(method: Method, path: string, options?: RequestOptions): Promise<T> {
    return (await this.transport.send<T>(method, path, options)).data
  }
}

export class Medias extends WithVerbs<'media'> {
  /** Uploads files and creates a media for each. Retried only after a 429, which is sent before the body is read. */
  async upload(files: WebBlob | WebBlob[], options: CallOptions & { idempotencyKey?: string } = {}): Promise<Media[]> {
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
  /** Creates a token for `account.acceptInvitation`, and mails it if the service can send mail and `mail` is not false. */
  invite(id: string, { mail, ...options }: CreateOptions & { mail?: boolean } = {}): Promise<Invitation> {
    return this.act('POST', `${this.at(id)}/invitation`, { ...options, ...(mail !== undefined && { body: { mail } }) })
  }
}

export class Campaigns extends WithVerbs<'broadcastCampaign'> {
  /** Sends it now; the `stats` of the record show the progress. */
  send(id: string, options?: CreateOptions): Promise<BroadcastCampaign> {
    return this.act('POST', `${this.at(id)}/send`, options)
  }

  cancel(id: string, options?: CreateOptions): Promise<BroadcastCampaign> {
    return this.act('POST', `${this.at(id)}/cancel`, options)
  }

  /** The number of clients it would reach, with its own filters or with those given. */
  audience(
    id: string,
    query?: Pick<ListQuery<'broadcastClient'>, 'filters' | 'filtersLogical'>,
    options?: CallOptions,
  ): Promise<CampaignReach> {
    return this.act('GET', `${this.at(id)}/audience`, { ...options, ...(query && { query }) })
  }

  /** How many clients it reached, and how many have opened it, by language and hour. */
  summary(id: string, options?: CallOptions): Promise<CampaignSummary> {
    return this.act('GET', `${this.at(id)}/summary`, options)
  }

  /** Sends it only to one client, as a test. */
  test(id: string, clientId: string, options?: CreateOptions): Promise<CampaignTested> {
    return this.act('POST', `${this.at(id)}/test`, { ...options, body: { clientId } })
  }
}

export class Diffusers extends WithVerbs<'broadcastDiffuser'> {
  /** Whether its own domain leads to the service. */
  checkDomain(id: string, options?: CallOptions): Promise<DomainCheck> {
    return this.act('GET', `${this.at(id)}/domain`, options)
  }
}

export interface DiffQuery {
  /** Another revision, or `current`. */
  to?: string | undefined
  limit?: number | undefined
  /** The `next` of the previous page. */
  cursor?: string | undefined
}

interface RestoreOptions extends CreateOptions {
  /** Refuses when the broadcast has changed since: the `from_sequence` of a dry run, or the `to.sequence` of a diff. */
  ifSequence?: number | undefined
}

export class Revisions extends WithVerbs<'revision'> {
  /** The differences in editorial content between a revision and another one, or the current state; page by page. */
  diff(id: string, query: DiffQuery = {}, options?: CallOptions): Promise<RevisionDiff> {
    return this.act('GET', `${this.at(id)}/diff`, { ...options, query: { ...query } })
  }

  /** Restores the editorial content of a revision; with `dryRun` only reports what would change. */
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
  /** The response comes when the run has ended, or after 30 seconds. */
  wait?: boolean | undefined
}

export class Workflows extends WithVerbs<'workflow'> {
  /** Starts a run. */
  start(id: string, body: WorkflowRunCreate = {}, { wait, ...options }: StartOptions = {}): Promise<WorkflowRun> {
    return this.act('POST', `${this.at(id)}/runs`, { ...options, body, ...waiting(wait) })
  }

  /** The errors that prevent enabling or running it, and the warnings. */
  check(id: string, options?: CallOptions): Promise<WorkflowCheck> {
    return this.act('POST', `${this.at(id)}/check`, options)
  }

  /** The address that starts it; with `replace` a new one, and the old one is unknown from then on. */
  hook(id: string, { replace, ...options }: CallOptions & { replace?: boolean } = {}): Promise<Hook> {
    return this.act('POST', `${this.at(id)}/hook`, { ...options, ...(replace !== undefined && { body: { replace } }) })
  }
}

export class Runs extends WithVerbs<'workflowRun'> {
  /** Polls until the run has ended, successfully or not; a signal stops the polling. */
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

  /** Runs the current workflow again with the same input. */
  rerun(id: string, { wait, ...options }: StartOptions = {}): Promise<WorkflowRun> {
    return this.act('POST', `${this.at(id)}/rerun`, { ...options, ...waiting(wait) })
  }

  /** Continues from the failed node, in a new run. */
  resume(id: string, { wait, ...options }: StartOptions = {}): Promise<WorkflowRun> {
    return this.act('POST', `${this.at(id)}/resume`, { ...options, ...waiting(wait) })
  }
}

/** The service waits up to 30 seconds, so the timeout of the request must be longer. */
const waiting = (wait: boolean | undefined) => (wait ? { query: { wait: true }, timeoutMs: 45_000 } : {})

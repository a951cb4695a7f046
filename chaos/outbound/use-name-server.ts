import { Resolver } from 'node:dns/promises'

/** Loaded into the service with `--import`: its DNS queries go to the name server of the suite. */
const server = process.env.CHAOS_NAME_SERVER
/** The servers of a resolver can be set only while it has no queries. */
const known = new WeakSet<Resolver>()
if (server !== undefined)
  for (const name of ['resolve4', 'resolve6'] as const) {
    const resolve: (hostname: string) => Promise<string[]> = Resolver.prototype[name]
    Object.defineProperty(Resolver.prototype, name, {
      value(this: Resolver, hostname: string) {
        if (!known.has(this)) this.setServers([server])
        known.add(this)
        return resolve.call(this, hostname)
      },
    })
  }

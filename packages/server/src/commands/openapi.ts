import { systemClock } from '../base/clock.ts'
import { readConfig } from '../config.ts'
import { openPlatform } from '../platform.ts'
import { describeRoutes } from '../runtime.ts'

export async function describeApi(): Promise<object> {
  const platform = await openPlatform(readConfig(process.env), { role: 'command', clock: systemClock })
  try {
    return describeRoutes(platform)
  } finally {
    await platform.close()
  }
}

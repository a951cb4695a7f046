import { describeRoutes } from '../runtime.ts'
import { withPlatform } from './command.ts'

export const describeApi = (): Promise<object> => withPlatform(async (platform) => describeRoutes(platform))

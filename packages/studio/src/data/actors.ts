import { useCommon } from '../texts/language.tsx'
import type { Change } from './api.ts'
import { usePerson } from './session.ts'

/** Who did something, in words. */
export function useActorName(): (actor: Change['actor'] | undefined) => string {
  const common = useCommon()
  const person = usePerson()
  return (actor) => {
    if (actor?.type === 'user') return actor.id === person.id ? common.you : common.somebody
    if (actor?.type === 'key') return common.apiKey
    if (actor?.type === 'workflow') return common.workflow
    return actor ? common.theService : common.somebody
  }
}

import { useBroadcast } from '../data/broadcasts.tsx'
import type { ScreenGroup } from '../kinds/declaration.ts'
import { useLanguage } from '../texts/language.tsx'
import { ScreenLink } from '../ui/navigation.tsx'
import { groupTitles, screens } from './screens.ts'

/** Links to the screens, in groups. */
export function NavigationLinks({ onGo }: { onGo?: () => void }) {
  const { language } = useLanguage()
  const { isOwner } = useBroadcast()
  const groups: ScreenGroup[] = ['main', 'content', 'design', 'audience', 'manage']
  return groups.map((group) => (
    <div key={group}>
      {group !== 'main' && <div className="eyebrow shell-group">{groupTitles[group][language]}</div>}
      {screens
        .filter((screen) => screen.group === group && (isOwner || !screen.isForOwners))
        .map(({ path, title, icon: Icon }) => (
          <ScreenLink key={path} screen={path} exact={path === ''} className="shell-link" onClick={onGo}>
            <Icon size={19} stroke={1.7} />
            {title[language]}
          </ScreenLink>
        ))}
    </div>
  ))
}

import { Members } from '../../fields/members.tsx'
import { useTexts } from '../../texts/language.tsx'
import { ColorPair } from './color-pair.tsx'
import type { PartProps } from './part-props.ts'
import { PartSection } from './part-section.tsx'
import { texts } from './texts.ts'

/** The bar at the top. */
export function AppBarForm(props: PartProps) {
  const t = useTexts(texts)
  return (
    <>
      <PartSection title={t.parts.appBar} about={t.appBarAbout}>
        <Members {...props} only={['leftNavigator', 'rightNavigator']} />
      </PartSection>
      <PartSection title={t.barLook}>
        <ColorPair {...props} title={t.pairs.bar} ground="backgroundColor" ink="accentColor" />
        <Members {...props} only={['logo', 'logoPadding']} />
      </PartSection>
    </>
  )
}

import { SimpleGrid } from '@mantine/core'
import { isPlain } from '../../data/merge.ts'
import { Members } from '../../fields/members.tsx'
import { useTexts } from '../../texts/language.tsx'
import { ColorPair } from './color-pair.tsx'
import { Disclosure } from './disclosure.tsx'
import type { PartProps } from './part-props.ts'
import { PartSection } from './part-section.tsx'
import { texts } from './texts.ts'

/** Colors, shapes and fonts of the app. */
export function ThemeForm(props: PartProps) {
  const t = useTexts(texts)
  const { value, onChange, schema, pointer } = props
  return (
    <>
      <PartSection title={t.colors} about={t.colorsAbout}>
        <ColorPair {...props} title={t.pairs.page} ground="backgroundColor" ink="accentColor" />
        <ColorPair {...props} title={t.pairs.button} ground="primaryBackgroundColor" ink="primaryAccentColor" />
        <ColorPair {...props} title={t.pairs.card} ground="surfaceBackgroundColor" ink="surfaceAccentColor" />
      </PartSection>
      <PartSection title={t.logo}>
        <Members {...props} only={['logo']} />
      </PartSection>
      <PartSection title={t.shapes}>
        <Members {...props} only={['surfaceDecoration']} />
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
          <Members {...props} only={['borderRadius', 'strokeWidth', 'surfaceOpacity', 'iconFamily']} />
        </SimpleGrid>
      </PartSection>
      <PartSection title={t.fonts} about={t.fontsAbout}>
        <Members {...props} only={['fontRef']} />
        {textStyles.map((name) => (
          <Disclosure key={name} title={t.styles[name]}>
            <Members
              {...props}
              value={isPlain(value[name]) ? value[name] : {}}
              onChange={(style) => onChange({ ...value, [name]: style })}
              schema={schema.properties?.[name] ?? {}}
              pointer={`${pointer}/${name}`}
            />
          </Disclosure>
        ))}
      </PartSection>
    </>
  )
}

const textStyles = ['titleTextStyle', 'subtitleTextStyle', 'bodyTextStyle', 'buttonTextStyle'] as const

import { SimpleGrid, Text } from '@mantine/core'
import { isPlain } from '../../data/merge.ts'
import { OrderedList } from '../../fields/list-editor.tsx'
import { Members } from '../../fields/members.tsx'
import { useTexts } from '../../texts/language.tsx'
import { barPlaces, tilesOf, withTiles } from './bar-tiles.ts'
import { ColorPair } from './color-pair.tsx'
import type { PartProps } from './part-props.ts'
import { PartSection } from './part-section.tsx'
import { texts } from './texts.ts'
import { TileFields } from './tile-fields.tsx'

/** The bottom bar: up to five entries, and its style. */
export function BottomBarForm(props: PartProps) {
  const t = useTexts(texts)
  const { value, onChange, schema, pointer, errors, isDisabled } = props
  const tiles = tilesOf(value)
  const isFull = tiles.length >= barPlaces.length
  return (
    <>
      <PartSection title={t.parts.bottomBar} about={t.bottomAbout}>
        <OrderedList
          name="tiles"
          schema={{}}
          label={t.tiles}
          addLabel={t.addTile}
          value={tiles}
          onChange={(next) =>
            onChange(withTiles(value, Array.isArray(next) ? next.filter(isPlain).slice(0, barPlaces.length) : []))
          }
          pointer={pointer}
          errors={errors}
          isDisabled={isDisabled}
          newItem={() => (tiles.length === 0 ? { title: '', navigator: { nativeContent: 'home' } } : { title: '' })}
          renderItem={(tile, change, at) => (
            <TileFields
              tile={tile}
              onChange={change}
              schema={schema.properties?.homeTile ?? {}}
              pointer={`${pointer}/${barPlaces[Number(at.split('/').at(-1))] ?? ''}`}
              errors={errors}
              isDisabled={isDisabled}
            />
          )}
        />
        {isFull && (
          <Text size="sm" c="dimmed">
            {t.bottomFull}
          </Text>
        )}
      </PartSection>
      <PartSection title={t.barLook}>
        <ColorPair {...props} title={t.pairs.bar} ground="backgroundColor" ink="accentColor" />
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
          <Members {...props} only={['style', 'borderRadius']} />
        </SimpleGrid>
      </PartSection>
    </>
  )
}

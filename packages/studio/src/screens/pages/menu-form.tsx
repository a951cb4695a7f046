import { Text } from '@mantine/core'
import { isPlain } from '../../data/merge.ts'
import { OrderedList } from '../../fields/list-editor.tsx'
import { Members } from '../../fields/members.tsx'
import { useTexts } from '../../texts/language.tsx'
import type { PartProps } from './part-props.ts'
import { PartSection } from './part-section.tsx'
import { texts } from './texts.ts'
import { TileFields } from './tile-fields.tsx'

/** The menu: sections, each with a title and its entries. */
export function MenuForm(props: PartProps) {
  const t = useTexts(texts)
  const { value, onChange, schema, pointer, errors, isDisabled } = props
  // The service requires a list of sections, also of a menu that only has a color.
  const menu = { sections: [], ...value }
  const section = schema.properties?.sections?.items
  const shared = { name: 'sections', schema: {}, errors, isDisabled }
  return (
    <PartSection title={t.parts.menu} about={t.menuAbout}>
      <OrderedList
        {...shared}
        label={t.sections}
        addLabel={t.addSection}
        value={menu.sections}
        onChange={(sections) => onChange({ ...menu, sections })}
        pointer={`${pointer}/sections`}
        newItem={() => ({ title: '', tiles: [{ title: '' }] })}
        renderItem={(one, change, at) => (
          <>
            <Members
              value={one}
              onChange={change}
              schema={section ?? {}}
              pointer={at}
              errors={errors}
              isDisabled={isDisabled}
              only={['title']}
            />
            <OrderedList
              {...shared}
              label={t.tiles}
              addLabel={t.addTile}
              value={one.tiles}
              onChange={(tiles) => change({ ...one, tiles })}
              pointer={`${at}/tiles`}
              newItem={() => ({ title: '' })}
              renderItem={(tile, changeTile, tileAt) => (
                <TileFields
                  tile={tile}
                  onChange={changeTile}
                  schema={section?.properties?.tiles?.items ?? {}}
                  pointer={tileAt}
                  errors={errors}
                  isDisabled={isDisabled}
                />
              )}
            />
          </>
        )}
      />
      {(!Array.isArray(menu.sections) || menu.sections.length === 0) && (
        <Text size="sm" c="dimmed">
          {t.noMenu}
        </Text>
      )}
      <Members {...props} value={isPlain(menu) ? menu : {}} only={['color']} />
    </PartSection>
  )
}

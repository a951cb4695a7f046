import { Badge, Button, Group, SimpleGrid, Text } from '@mantine/core'
import { contrastOf, isColor, madeReadable, readable } from '@marquee/app/color'
import { IconCheck, IconContrast, IconWand } from '@tabler/icons-react'
import type { Values } from '../../data/merge.ts'
import type { ErrorsByPointer } from '../../data/pointers.ts'
import { ColorEditor } from '../../fields/plain-editors.tsx'
import type { FieldSchema } from '../../fields/schema.ts'
import { shownInstead } from '../../fields/shown-value.tsx'
import { useLanguage, useTexts } from '../../texts/language.tsx'
import { texts } from './texts.ts'

interface Props {
  title: string
  value: Values
  onChange: (value: Values) => void
  /** The names of the two fields. */
  ground: string
  ink: string
  schema: FieldSchema
  pointer: string
  errors: ErrorsByPointer
  isDisabled: boolean
}

/** A background and a text color with their contrast, and the nearest readable color. */
export function ColorPair({ title, value, onChange, ground, ink, schema, pointer, errors, isDisabled }: Props) {
  const t = useTexts(texts)
  const { language } = useLanguage()
  const [below, above] = [value[ground], value[ink]]
  const isChosen = isColor(below) && isColor(above)
  const ratio = isChosen ? contrastOf(above, below) : 0
  const shown = new Intl.NumberFormat(language, { maximumFractionDigits: 1 }).format(Math.floor(ratio * 10) / 10)
  const Editor = isDisabled ? shownInstead({}, ColorEditor) : ColorEditor
  const editor = (name: string, label: string) => (
    <Editor
      name={name}
      label={`${title}: ${label}`}
      value={value[name]}
      onChange={(color) => onChange({ ...value, [name]: color })}
      schema={schema.properties?.[name] ?? {}}
      pointer={`${pointer}/${name}`}
      errors={errors}
      isDisabled={isDisabled}
      isClearable
    />
  )
  return (
    <div className="pages-pair">
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        {editor(ground, t.ground)}
        {editor(ink, t.ink)}
      </SimpleGrid>
      <Group gap="sm" mt={6} className="pages-contrast">
        {isChosen ? (
          <>
            <span className="pages-sample" style={{ background: below, color: above }} aria-hidden>
              Aa
            </span>
            <Badge
              variant="light"
              color={ratio >= readable ? 'green' : 'red'}
              tt="none"
              leftSection={ratio >= readable ? <IconCheck size={13} /> : <IconContrast size={13} />}
            >
              {ratio >= readable ? t.passes(shown) : t.fails(shown)}
            </Badge>
            {ratio < readable && !isDisabled && (
              <Button
                size="compact-sm"
                variant="light"
                leftSection={<IconWand size={15} />}
                onClick={() => onChange({ ...value, [ink]: madeReadable(above, below) })}
              >
                {t.fix}
              </Button>
            )}
          </>
        ) : (
          <Text size="xs" c="dimmed">
            {t.unset}
          </Text>
        )}
      </Group>
    </div>
  )
}

import { MultiSelect } from '@mantine/core'
import { useState } from 'react'
import { errorWithin } from '../data/pointers.ts'
import { folded } from '../kinds/record-names.ts'
import { useLanguage } from '../texts/language.tsx'
import type { EditorProps } from './editor.tsx'

/** Languages, found by their names or written as BCP 47 tags. */
export function LanguagesEditor(props: EditorProps) {
  const { label, description, value, onChange, errors, pointer, isDisabled } = props
  const { language } = useLanguage()
  const [text, setText] = useState('')
  const chosen = Array.isArray(value) ? value.filter((tag) => typeof tag === 'string') : []
  const names = new Intl.DisplayNames([language], { type: 'language' })
  const written = tagOf(text)
  const tags = [...new Set([...chosen, ...common, ...(written ? [written] : [])])]
  const data = tags.map((tag) => ({ value: tag, label: `${names.of(tag) ?? tag} (${tag})` }))
  return (
    <MultiSelect
      label={label}
      description={description}
      error={errorWithin(errors, pointer)}
      disabled={isDisabled ?? false}
      searchable
      hidePickedOptions
      maxValues={20}
      data={data.toSorted((a, b) => a.label.localeCompare(b.label, language))}
      value={chosen}
      onChange={onChange}
      searchValue={text}
      onSearchChange={setText}
      filter={({ options, search }) =>
        options.filter((one) => 'label' in one && folded(one.label).includes(folded(search.trim())))
      }
    />
  )
}

/** The tag that a person has written in full. */
function tagOf(text: string): string | undefined {
  if (!/^[a-z]{2,3}(?:-[a-z0-9]{2,8})*$/i.test(text.trim())) return undefined
  try {
    return Intl.getCanonicalLocales(text.trim())[0]
  } catch {
    return undefined
  }
}

const common =
  'af am ar az be bg bn br bs ca co cs cy da de el en eo es et eu fa fi fo fr fy ga gd gl gsw gu he hi hr hu hy id is it ja ka kk kn ko ku lb lo lt lv mk ml mn mr ms mt my nb ne nl nn oc pa pl ps pt pt-BR rm ro ru sc sk sl sm so sq sr sv sw ta te th tl tr uk ur uz vi yi yo zh zh-Hant zu'.split(
    ' ',
  )

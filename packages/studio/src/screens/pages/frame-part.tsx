import { Group, Skeleton, Stack } from '@mantine/core'
import { kindNamed } from '@marquee/model'
import type { ComponentType } from 'react'
import { useBroadcast } from '../../data/broadcasts.tsx'
import type { DraftEditing } from '../../data/draft.ts'
import { isPlain } from '../../data/merge.ts'
import { pointerTo } from '../../data/pointers.ts'
import { ContentLanguageSwitch, useContentLanguage } from '../../fields/content-language.tsx'
import { EditedBy } from '../../fields/edited-by.tsx'
import { EditingBar, EditingNotices } from '../../fields/editing-bar.tsx'
import { textsWithin } from '../../fields/localized-part.ts'
import { schemaOf } from '../../fields/schema.ts'
import { PhonePreview } from '../../preview/phone-preview.tsx'
import { AppBarForm } from './app-bar-form.tsx'
import { BottomBarForm } from './bottom-bar-form.tsx'
import { KnownWords } from './known-words.tsx'
import { MenuForm } from './menu-form.tsx'
import type { PartProps } from './part-props.ts'
import { ThemeForm } from './theme-form.tsx'
import { Workbench } from './workbench.tsx'

/** The parts of the app's frame. Each is a field of the broadcast. */
export const frameParts = ['theme', 'menu', 'bottomBar', 'appBar'] as const
/** Those with texts. */
const translated: readonly string[] = ['menu', 'bottomBar'] satisfies FramePartName[]
export type FramePartName = (typeof frameParts)[number]

const forms: Record<FramePartName, ComponentType<PartProps>> = {
  theme: ThemeForm,
  menu: MenuForm,
  bottomBar: BottomBarForm,
  appBar: AppBarForm,
}

export function FramePart({ part, draft }: { part: FramePartName; draft: DraftEditing }) {
  const { canWrite } = useBroadcast()
  const [language] = useContentLanguage()
  const value = draft.values[part]
  const field = kindNamed('broadcast').fields[part]
  const Form = forms[part]
  if (draft.isLoading || !field) return <Skeleton h={420} radius="lg" />
  return (
    <Workbench
      bar={<EditingBar draft={draft} />}
      editor={
        <KnownWords>
          <EditingNotices draft={draft} />
          {translated.includes(part) && (
            <Group mb="md" className="pages-languages">
              <ContentLanguageSwitch localeDetails={textsWithin(value)} />
            </Group>
          )}
          <EditedBy draft={draft} name={part}>
            <Stack gap="lg">
              <Form
                key={part}
                value={isPlain(value) ? value : {}}
                onChange={(next) => draft.set(part, next)}
                schema={schemaOf(field)}
                pointer={pointerTo(part)}
                errors={draft.errors}
                isDisabled={!canWrite}
              />
            </Stack>
          </EditedBy>
        </KnownWords>
      }
      preview={<PhonePreview key={part} broadcast={draft.values} language={language} isMenuOpen={part === 'menu'} />}
    />
  )
}

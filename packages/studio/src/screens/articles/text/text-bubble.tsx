import { ActionIcon, Button, Tooltip } from '@mantine/core'
import { IconBold, IconH2, IconH3, IconItalic, IconLink, IconPhotoEdit, type TablerIcon } from '@tabler/icons-react'
import { type Editor, useEditorState } from '@tiptap/react'
import { BubbleMenu } from '@tiptap/react/menus'
import { useTexts } from '../../../texts/language.tsx'
import { texts } from '../texts.ts'

/** The most frequent tools, beside the selection. */
export function TextBubble({ editor, onLink, onImage }: { editor: Editor; onLink: () => void; onImage: () => void }) {
  const t = useTexts(texts)
  const active = useEditorState({
    editor,
    selector: ({ editor: now }) => ({
      isImage: now.isActive('image'),
      alt: String(now.getAttributes('image').alt ?? ''),
      on: ['bold', 'italic', 'link'].filter((name) => now.isActive(name)),
      level: now.getAttributes('heading').level,
    }),
  })
  const tools: { label: string; icon: TablerIcon; isOn: boolean; run: () => void }[] = [
    {
      label: t.editor.bold,
      icon: IconBold,
      isOn: active.on.includes('bold'),
      run: () => editor.chain().focus().toggleBold().run(),
    },
    {
      label: t.editor.italic,
      icon: IconItalic,
      isOn: active.on.includes('italic'),
      run: () => editor.chain().focus().toggleItalic().run(),
    },
    { label: t.editor.link, icon: IconLink, isOn: active.on.includes('link'), run: onLink },
    {
      label: t.editor.heading(2),
      icon: IconH2,
      isOn: active.level === 2,
      run: () => editor.chain().focus().toggleHeading({ level: 2 }).run(),
    },
    {
      label: t.editor.heading(3),
      icon: IconH3,
      isOn: active.level === 3,
      run: () => editor.chain().focus().toggleHeading({ level: 3 }).run(),
    },
  ]
  return (
    <BubbleMenu editor={editor} className="article-bubble" updateDelay={120}>
      {active.isImage ? (
        <Button
          size="compact-sm"
          variant="subtle"
          color="gray"
          leftSection={<IconPhotoEdit size={16} />}
          onClick={onImage}
        >
          {active.alt === '' ? t.editor.noAlt : active.alt.slice(0, 40)}
        </Button>
      ) : (
        tools.map(({ label, icon: Icon, isOn, run }) => (
          <Tooltip key={label} label={label}>
            <ActionIcon
              className="article-tool"
              size={32}
              aria-label={label}
              aria-pressed={isOn}
              onMouseDown={(event) => event.preventDefault()}
              onClick={run}
            >
              <Icon size={17} />
            </ActionIcon>
          </Tooltip>
        ))
      )}
    </BubbleMenu>
  )
}

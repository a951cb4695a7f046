import { ActionIcon, Select, Tooltip } from '@mantine/core'
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconBold,
  IconClearFormatting,
  IconCode,
  IconItalic,
  IconLink,
  IconList,
  IconListNumbers,
  IconPhoto,
  IconQuote,
  IconSeparatorHorizontal,
  IconSourceCode,
  IconStrikethrough,
  IconUnderline,
  type TablerIcon,
} from '@tabler/icons-react'
import { type Editor, useEditorState } from '@tiptap/react'
import { type KeyboardEvent, type Ref, useState } from 'react'
import { useTexts } from '../../../texts/language.tsx'
import { texts } from '../texts.ts'
import type { ContentFormat } from './plain-text.ts'

interface Props {
  editor: Editor
  format: ContentFormat
  onLink: () => void
  onImage: () => void
  ref?: Ref<HTMLDivElement>
}

interface Tool {
  name:
    | 'bold'
    | 'italic'
    | 'underline'
    | 'strike'
    | 'code'
    | 'bulletList'
    | 'orderedList'
    | 'quote'
    | 'codeBlock'
    | 'link'
    | 'image'
    | 'divider'
    | 'clear'
    | 'undo'
    | 'redo'
  icon: TablerIcon
  run: () => void
  keys?: string
  /** Starts a new group. */
  isFirst?: boolean
}

/** The tools of the text. One tab stop; arrow keys move between tools. */
export function Toolbar({ editor, format, onLink, onImage, ref }: Props) {
  const t = useTexts(texts)
  const [current, setCurrent] = useState(0)
  const active = useEditorState({ editor, selector: ({ editor: now }) => stateOf(now) })
  const tools = toolsOf(editor, format, onLink, onImage)
  const move = (event: KeyboardEvent<HTMLDivElement>) => {
    const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-stop]')]
    const at = stops.indexOf(document.activeElement as HTMLElement)
    const next = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: stops.length - 1 }[event.key]
    if (at < 0 || next === undefined) {
      if (event.key === 'Escape') editor.commands.focus()
      return
    }
    event.preventDefault()
    const index = (next + stops.length) % stops.length
    setCurrent(index)
    stops[index]?.focus()
  }
  return (
    <div className="article-toolbar" role="toolbar" aria-label={t.editor.toolbar} ref={ref} onKeyDown={move}>
      <Select
        size="xs"
        w={124}
        aria-label={t.editor.style}
        allowDeselect={false}
        data-stop
        tabIndex={current === 0 ? 0 : -1}
        onFocus={() => setCurrent(0)}
        data={[
          { value: '0', label: t.editor.paragraph },
          ...levels.map((level) => ({ value: String(level), label: t.editor.heading(level) })),
        ]}
        value={String(active.level)}
        onChange={(value) => setLevel(editor, Number(value))}
      />
      {tools.map(({ name, icon: Icon, run, keys, isFirst }, index) => (
        <Tooltip key={name} label={keys ? `${t.editor[name]} (${keys})` : t.editor[name]}>
          <ActionIcon
            className="article-tool"
            size={34}
            data-first={isFirst || undefined}
            data-stop
            aria-label={t.editor[name]}
            aria-pressed={toggles.has(name) ? active.on.includes(name) : undefined}
            aria-disabled={(name === 'undo' && !active.canUndo) || (name === 'redo' && !active.canRedo) || undefined}
            tabIndex={current === index + 1 ? 0 : -1}
            onFocus={() => setCurrent(index + 1)}
            onMouseDown={(event) => event.preventDefault()}
            onClick={run}
          >
            <Icon size={18} stroke={1.8} />
          </ActionIcon>
        </Tooltip>
      ))}
    </div>
  )
}

const levels = [1, 2, 3, 4] as const
const toggles = new Set<string>([
  'bold',
  'italic',
  'underline',
  'strike',
  'code',
  'bulletList',
  'orderedList',
  'quote',
  'codeBlock',
  'link',
  'image',
])

function stateOf(editor: Editor) {
  const names: Record<string, string> = { quote: 'blockquote' }
  return {
    on: [...toggles].filter((name) => editor.isActive(names[name] ?? name)),
    level: levels.find((level) => editor.isActive('heading', { level })) ?? 0,
    canUndo: editor.can().undo(),
    canRedo: editor.can().redo(),
  }
}

function setLevel(editor: Editor, value: number): void {
  const level = levels.find((one) => one === value)
  const chain = editor.chain().focus()
  if (level) chain.setHeading({ level }).run()
  else chain.setParagraph().run()
}

function toolsOf(editor: Editor, format: ContentFormat, onLink: () => void, onImage: () => void): Tool[] {
  const chain = () => editor.chain().focus()
  const all: Tool[] = [
    { name: 'bold', icon: IconBold, keys: `${mod}B`, run: () => chain().toggleBold().run(), isFirst: true },
    { name: 'italic', icon: IconItalic, keys: `${mod}I`, run: () => chain().toggleItalic().run() },
    { name: 'underline', icon: IconUnderline, keys: `${mod}U`, run: () => chain().toggleUnderline().run() },
    { name: 'strike', icon: IconStrikethrough, run: () => chain().toggleStrike().run() },
    { name: 'code', icon: IconCode, keys: `${mod}E`, run: () => chain().toggleCode().run() },
    { name: 'link', icon: IconLink, keys: `${mod}K`, run: onLink, isFirst: true },
    { name: 'image', icon: IconPhoto, run: onImage },
    { name: 'bulletList', icon: IconList, run: () => chain().toggleBulletList().run(), isFirst: true },
    { name: 'orderedList', icon: IconListNumbers, run: () => chain().toggleOrderedList().run() },
    { name: 'quote', icon: IconQuote, run: () => chain().toggleBlockquote().run() },
    { name: 'codeBlock', icon: IconSourceCode, run: () => chain().toggleCodeBlock().run() },
    { name: 'divider', icon: IconSeparatorHorizontal, run: () => chain().setHorizontalRule().run() },
    { name: 'clear', icon: IconClearFormatting, run: () => chain().unsetAllMarks().clearNodes().run(), isFirst: true },
    { name: 'undo', icon: IconArrowBackUp, keys: `${mod}Z`, run: () => chain().undo().run() },
    { name: 'redo', icon: IconArrowForwardUp, run: () => chain().redo().run() },
  ]
  return format === 'markdown' ? all.filter(({ name }) => name !== 'underline') : all
}

const mod = /Mac|iPhone|iPad/.test(navigator.platform) ? '⌘' : 'Ctrl+'

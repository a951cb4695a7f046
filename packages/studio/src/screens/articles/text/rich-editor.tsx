import { type Editor, EditorContent, useEditor, useEditorState } from '@tiptap/react'
import { useEffect, useRef, useState } from 'react'
import { useUpload } from '../../../data/upload.ts'
import { useTexts } from '../../../texts/language.tsx'
import { texts } from '../texts.ts'
import { extensionsFor, tidyHtml } from './extensions.ts'
import { ImageDialog, type ImageTask } from './image-dialog.tsx'
import { LinkDialog } from './link-dialog.tsx'
import { readMarkdown } from './markdown-doc.ts'
import { defaultHand, handOf, type MarkdownHand, writeMarkdown } from './markdown-text.ts'
import { cleanPasted } from './paste.ts'
import type { ContentFormat } from './plain-text.ts'
import { TextBubble } from './text-bubble.tsx'
import { Toolbar } from './toolbar.tsx'
import './editor.css'

interface Props {
  value: string
  format: ContentFormat
  onChange: (value: string) => void
  isDisabled: boolean
  /** The placeholder of an empty text. */
  fallback?: string | undefined
}

/** The rich text editor with its toolbar. Its value is in the format of the article. */
export default function RichEditor({ value, format, onChange, isDisabled, fallback }: Props) {
  const t = useTexts(texts)
  const [isLinking, setLinking] = useState(false)
  const [imageTask, setImageTask] = useState<ImageTask>()
  const upload = useUpload()
  const toolbar = useRef<HTMLDivElement>(null)
  const handlers = useRef({ onChange, insertFiles: (_files: File[]) => {} })
  const sync = useRef<Sync>({ value, hand: defaultHand, written: '' })
  const editor = useEditor({
    extensions: extensionsFor(format),
    content: contentFor(value, format),
    editable: !isDisabled,
    // The Content Security Policy refuses style elements; editor.css has the styles of the editor.
    injectCSS: false,
    shouldRerenderOnTransaction: false,
    editorProps: {
      attributes: { role: 'textbox', 'aria-multiline': 'true', 'aria-label': t.editor.label, class: 'article-text' },
      transformPastedHTML: cleanPasted,
      handlePaste: (_view, event) => takeFiles(event.clipboardData?.files, handlers.current.insertFiles),
      handleDrop: (_view, event) => takeFiles(event.dataTransfer?.files, handlers.current.insertFiles),
      handleKeyDown(_view, event) {
        if (event.altKey && event.key === 'F10') toolbar.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus()
        else if ((event.ctrlKey || event.metaKey) && !event.shiftKey && event.key.toLowerCase() === 'k')
          setLinking(true)
        else return false
        event.preventDefault()
        event.stopPropagation()
        return true
      },
    },
    onCreate: ({ editor: made }) => remember(made, sync.current, value, format),
    onUpdate({ editor: changed }) {
      const written = textIn(changed, format, sync.current.hand)
      // Undoing everything restores the stored text to the letter.
      const next = written === sync.current.written ? sync.current.value : written
      sync.current.emitted = next
      handlers.current.onChange(next)
    },
  })
  handlers.current = {
    onChange,
    insertFiles: (files) =>
      upload.mutate(files, {
        onSuccess: ([media]) => media && setImageTask({ src: media.mediaUrl, mediaId: media._id, alt: '' }),
      }),
  }

  // Changes of the value from outside: others saved, the draft was discarded, or the language changed.
  useEffect(() => {
    if (value === (sync.current.emitted ?? sync.current.value)) return
    editor.commands.setContent(contentFor(value, format), { emitUpdate: false })
    remember(editor, sync.current, value, format)
  }, [editor, value, format])
  useEffect(() => editor.setEditable(!isDisabled, false), [editor, isDisabled])

  const isEmpty = useEditorState({ editor, selector: ({ editor: now }) => now.isEmpty })
  return (
    <div className="article-rich">
      {!isDisabled && (
        <Toolbar
          ref={toolbar}
          editor={editor}
          format={format}
          onLink={() => setLinking(true)}
          onImage={() => setImageTask(imageAt(editor) ?? 'pick')}
        />
      )}
      {upload.isPending && (
        <p role="status" className="article-hint">
          {t.editor.uploading}
        </p>
      )}
      <div className="article-sheet">
        {isEmpty && (
          <div className="article-placeholder" aria-hidden>
            {fallback ?? t.editor.placeholder}
          </div>
        )}
        <EditorContent editor={editor} />
      </div>
      {!isDisabled && (
        <TextBubble editor={editor} onLink={() => setLinking(true)} onImage={() => setImageTask(imageAt(editor))} />
      )}
      <LinkDialog editor={editor} isOpen={isLinking} onClose={() => setLinking(false)} />
      <ImageDialog
        task={imageTask}
        onClose={() => setImageTask(undefined)}
        onDone={(image) => {
          editor.chain().focus().setArticleImage(image).run()
          setImageTask(undefined)
        }}
      />
    </div>
  )
}

/** The text as received, its serialization by the editor, and the last emitted value. */
interface Sync {
  value: string
  written: string
  hand: MarkdownHand
  emitted?: string | undefined
}

function remember(editor: Editor, sync: Sync, value: string, format: ContentFormat): void {
  sync.value = value
  sync.hand = format === 'markdown' ? handOf(value) : defaultHand
  sync.written = textIn(editor, format, sync.hand)
  sync.emitted = undefined
}

const contentFor = (value: string, format: ContentFormat) => (format === 'markdown' ? readMarkdown(value).doc : value)

const textIn = (editor: Editor, format: ContentFormat, hand: MarkdownHand) =>
  format === 'markdown' ? writeMarkdown(editor.getJSON(), hand) : tidyHtml(editor.getHTML())

function imageAt(editor: Editor): ImageTask | undefined {
  if (!editor.isActive('image')) return undefined
  const { src, alt } = editor.getAttributes('image')
  return { src: String(src ?? ''), alt: String(alt ?? ''), isThere: true }
}

function takeFiles(files: FileList | undefined, insert: (files: File[]) => void): boolean {
  const [first] = [...(files ?? [])].filter(({ type }) => type.startsWith('image/'))
  if (!first) return false
  insert([first])
  return true
}

import { Alert, Button, SegmentedControl, Skeleton, Text } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { lazy, Suspense, useMemo, useRef, useState } from 'react'
import { useTexts } from '../../../texts/language.tsx'
import { useConfirm } from '../../../ui/confirm.tsx'
import { texts } from '../texts.ts'
import { roundTripOf } from './extensions.ts'
import type { ContentFormat } from './plain-text.ts'
import RichEditor from './rich-editor.tsx'
import type { RoundTrip } from './round-trip.ts'

const SourceEditor = lazy(() => import('./source-editor.tsx'))

interface Props {
  value: string
  format: ContentFormat
  onChange: (value: string) => void
  isDisabled: boolean
  fallback?: string | undefined
}

/** The text of an article: as rich text where that is lossless, else as its source. */
export function ContentEditor({ value, format, onChange, isDisabled, fallback }: Props) {
  const t = useTexts(texts)
  const confirm = useConfirm()
  const given = useRef<string>(undefined)
  const [first] = useState(() => roundTripOf(value, format))
  const [mode, setMode] = useState<'rich' | 'source'>(first.isExact || isDisabled ? 'rich' : 'source')
  // Reading loses nothing.
  const [isForced, setForced] = useState(isDisabled)
  const [refused, setRefused] = useState<RoundTrip | undefined>(first)
  // The editor's own output needs no check; a value from elsewhere is checked for a lossless round trip.
  const isFromHere = given.current === value
  const trip = useMemo(
    () => (mode === 'source' || isFromHere || isForced ? exact : roundTripOf(value, format)),
    [mode, isFromHere, isForced, value, format],
  )
  const isRich = mode === 'rich' && trip.isExact
  const change = (next: string) => {
    given.current = next
    onChange(next)
  }
  const toRich = () => {
    const found = roundTripOf(value, format)
    setRefused(found)
    if (!found.isExact) return
    given.current = value
    setMode('rich')
  }
  const force = async () => {
    const agreed = await confirm({ title: t.trip.anywayConfirm, action: t.trip.anywayAction, isDangerous: true })
    if (!agreed) return
    setForced(true)
    setMode('rich')
  }
  const notice = mode === 'rich' ? trip : (refused ?? exact)
  return (
    <div className="article-content">
      {!isDisabled && (
        <div className="article-mode">
          <SegmentedControl
            size="xs"
            aria-label={t.editor.mode}
            value={isRich ? 'rich' : 'source'}
            onChange={(next) => (next === 'rich' ? toRich() : setMode('source'))}
            data={[
              { value: 'rich', label: t.editor.rich },
              { value: 'source', label: t.editor[format] },
            ]}
          />
        </div>
      )}
      {!isRich && !notice.isExact && (
        <Alert color="blue" mb="md" icon={<IconInfoCircle size={20} />} title={t.trip.title}>
          <Text size="sm">{reasonOf(notice, format, t)}</Text>
          {format === 'html' && !isDisabled && (
            <Button mt="xs" size="compact-sm" variant="light" onClick={() => void force()}>
              {t.trip.anyway}
            </Button>
          )}
        </Alert>
      )}
      {isRich ? (
        <RichEditor value={value} format={format} onChange={change} isDisabled={isDisabled} fallback={fallback} />
      ) : (
        <Suspense fallback={<Skeleton h={300} />}>
          <SourceEditor
            value={value}
            format={format}
            onChange={change}
            isDisabled={isDisabled}
            label={t.editor.label}
          />
          {format === 'html' && <p className="article-hint">{t.editor.sourceHint}</p>}
        </Suspense>
      )}
    </div>
  )
}

const exact: RoundTrip = { isExact: true }

function reasonOf(
  trip: RoundTrip,
  format: ContentFormat,
  t: ReturnType<typeof useTexts<(typeof texts)['en']>>,
): string {
  if (trip.isExact) return ''
  const what = [...trip.constructs.map((name) => t.constructs[name]), ...trip.names].join(', ')
  if (format === 'markdown') return what === '' ? t.trip.written : t.trip.markdown(what)
  return what === '' ? t.trip.htmlWritten : t.trip.html(what)
}

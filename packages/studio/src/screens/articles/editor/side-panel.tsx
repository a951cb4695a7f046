import { Collapse, Group, SegmentedControl, Skeleton, Stack, Text, UnstyledButton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconChevronRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useActorName } from '../../../data/actor-names.ts'
import { useBroadcast } from '../../../data/broadcasts.tsx'
import { recordKey } from '../../../data/records.ts'
import { useContentLanguage } from '../../../fields/content-language.tsx'
import { Field } from '../../../fields/field.tsx'
import { useLanguage, useTexts } from '../../../texts/language.tsx'
import { formatInstant } from '../../../ui/zoned.ts'
import { excerptOf, plainText } from '../text/plain-text.ts'
import { texts } from '../texts.ts'
import { type ArticleDraft, formatIn, textOf } from './article-text.ts'
import { CoverField } from './cover-field.tsx'
import { LanguagesCard } from './languages-card.tsx'
import { PublishingCard } from './publishing-card.tsx'

const PhonePreview = lazy(async () => ({ default: (await import('../../../preview/phone-preview.tsx')).PhonePreview }))

export type SideTab = 'details' | 'preview'

/** The panel beside the text: the other fields of the article, or the preview. */
export function SidePanel({ draft, tab, onTab }: { draft: ArticleDraft; tab: SideTab; onTab: (tab: SideTab) => void }) {
  const t = useTexts(texts)
  const { record } = useBroadcast()
  const [language] = useContentLanguage()
  return (
    <Stack gap="lg">
      <SegmentedControl
        fullWidth
        aria-label={t.page.panel}
        value={tab}
        onChange={(value) => onTab(value === 'preview' ? 'preview' : 'details')}
        data={[
          { value: 'details', label: t.page.details },
          { value: 'preview', label: t.page.preview },
        ]}
      />
      {tab === 'preview' ? (
        <Suspense fallback={<Skeleton h={600} radius={40} />}>
          <PhonePreview broadcast={record} article={draft.values} language={language} />
        </Suspense>
      ) : (
        <Details draft={draft} />
      )}
    </Stack>
  )
}

function Details({ draft }: { draft: ArticleDraft }) {
  const t = useTexts(texts)
  const { canWrite } = useBroadcast()
  const [isMoreOpen, more] = useDisclosure()
  const isDisabled = !canWrite
  const content = textOf(draft.values.content)
  const format = formatIn(draft.values)
  const excerpt = excerptOf(plainText(content.slice(0, 4_000), format))
  return (
    <>
      <PublishingCard draft={draft} />
      <CoverField draft={draft} isDisabled={isDisabled} />
      <Field draft={draft} name="categoryIds" isDisabled={isDisabled} />
      <div>
        <span className="field-label">{t.excerpt.title}</span>
        <Text size="sm" c={excerpt === '' ? 'dimmed' : undefined}>
          {excerpt === '' ? t.excerpt.none : excerpt}
        </Text>
        <Text size="xs" c="dimmed" mt={4}>
          {t.excerpt.hint}
        </Text>
      </div>
      <LanguagesCard draft={draft} />
      <div>
        <span className="field-label" id="article-format">
          {t.editor.format}
        </span>
        {isDisabled ? (
          <Text size="sm">{t.editor[format === 'html' ? 'rich' : 'markdown']}</Text>
        ) : (
          <SegmentedControl
            fullWidth
            size="xs"
            mt={4}
            aria-labelledby="article-format"
            disabled={hasText(draft.values)}
            value={format}
            onChange={(value) => draft.set('contentFormat', value)}
            data={[
              { value: 'html', label: t.editor.rich },
              { value: 'markdown', label: t.editor.markdown },
            ]}
          />
        )}
        {!isDisabled && (
          <Text size="xs" c="dimmed" mt={4}>
            {t.editor.formatHint}
          </Text>
        )}
      </div>
      <Field draft={draft} name="isPrivate" label={t.publishing.private} isDisabled={isDisabled} />
      <div>
        <UnstyledButton onClick={more.toggle} aria-expanded={isMoreOpen}>
          <Group gap={6}>
            <IconChevronRight size={16} className="article-chevron" data-open={isMoreOpen || undefined} />
            {t.page.more}
          </Group>
        </UnstyledButton>
        <Collapse expanded={isMoreOpen}>
          <Stack pt="sm">
            {isMoreOpen &&
              ['blocks', '_reference', 'metadata'].map((name) => (
                <Field key={name} draft={draft} name={name} isDisabled={isDisabled} />
              ))}
          </Stack>
        </Collapse>
      </div>
      {draft.recordId && <LastChange articleId={draft.recordId} />}
    </>
  )
}

/** An article with text in any language keeps its format. */
function hasText(values: Record<string, unknown>): boolean {
  const local = Object.values(Object(values.localeDetails)).map((texts) => textOf(Object(texts).content))
  return [textOf(values.content), ...local].some((text) => text !== '')
}

function LastChange({ articleId }: { articleId: string }) {
  const t = useTexts(texts)
  const { language } = useLanguage()
  const { api, id, timezone } = useBroadcast()
  const actorName = useActorName()
  const { data } = useQuery({
    queryKey: [...recordKey(id, 'broadcastArticle', articleId), 'history'],
    queryFn: () => api.kind('broadcastArticle').history(articleId),
  })
  const last = data?.[0]
  if (!last) return null
  return (
    <Text size="xs" c="dimmed">
      {t.page.lastChange(formatInstant(last.at, timezone, language), actorName(last.actor))}
    </Text>
  )
}

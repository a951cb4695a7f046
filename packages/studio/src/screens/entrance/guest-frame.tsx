import { Group, SegmentedControl, Text, Title } from '@mantine/core'
import { type ReactNode, useEffect } from 'react'
import { languageNames, languages } from '../../texts/define.ts'
import { useLanguage, useTexts } from '../../texts/language.tsx'
import { Wordmark } from '../../ui/wordmark.tsx'
import { texts } from './texts.ts'

/** The frame of pages without a session: a form, and a poster where there is room. */
export function GuestFrame({ title, hint, children }: { title: string; hint?: ReactNode; children: ReactNode }) {
  const t = useTexts(texts)
  const { language, setLanguage } = useLanguage()
  useEffect(() => {
    document.title = `${title} · Marquee`
  }, [title])
  return (
    <div className="guest">
      <main className="guest-form">
        <Group justify="space-between">
          <Wordmark height={30} />
          <SegmentedControl
            size="xs"
            aria-label="Language"
            value={language}
            onChange={setLanguage}
            data={languages.map((value) => ({
              value,
              label: (
                <span lang={value} title={languageNames[value]}>
                  {value.toUpperCase()}
                </span>
              ),
            }))}
          />
        </Group>
        <div className="guest-body arrive">
          <Title order={1} fz={{ base: 30, sm: 38 }} lh={1.1} mb={hint ? 'xs' : 'lg'}>
            {title}
          </Title>
          {hint && (
            <Text c="dimmed" mb="md">
              {hint}
            </Text>
          )}
          {children}
        </div>
      </main>
      <aside className="guest-poster">
        <Rays />
        <Title order={2} fz={{ base: 30, lg: 44 }} lh={1.08} maw={520} style={{ position: 'relative' }}>
          {t.posterTitle}
        </Title>
        <Text mt="md" maw={440} fz="lg" style={{ position: 'relative' }}>
          {t.posterText}
        </Text>
      </aside>
    </div>
  )
}

/** Beams of light over a canopy. */
function Rays() {
  const beams = [-34, -20, -7, 6, 19, 33, 48]
  return (
    <svg className="rays" viewBox="0 0 400 500" preserveAspectRatio="xMidYMin slice" aria-hidden="true">
      {beams.map((angle, index) => (
        <path
          key={angle}
          d="M200 -40 L176 520 L224 520 Z"
          fill={index % 2 ? '#ffd9a0' : '#ffffff'}
          opacity={index % 2 ? 0.1 : 0.07}
          transform={`rotate(${angle} 200 -40)`}
        />
      ))}
      {Array.from({ length: 15 }, (_, index) => {
        const along = index / 14
        return (
          <circle
            key={along}
            cx={20 + along * 360}
            cy={78 + Math.sin(along * Math.PI) * 54}
            r="5"
            fill="#ffe3b8"
            opacity={index % 2 ? 0.95 : 0.55}
          />
        )
      })}
      <path d="M20 78 Q200 186 380 78" fill="none" stroke="#ffe3b8" strokeWidth="1.4" opacity="0.6" />
    </svg>
  )
}

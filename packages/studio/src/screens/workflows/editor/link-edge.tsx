import { Menu, UnstyledButton } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { BaseEdge, EdgeLabelRenderer, type EdgeProps, getSmoothStepPath } from '@xyflow/react'
import { memo } from 'react'
import { useTexts } from '../../../texts/language.tsx'
import type { CanvasEdge } from '../graph/canvas-map.ts'
import type { Route } from '../graph/flow.ts'
import { useStepWords } from '../step-words.tsx'
import { AddStepItems } from './add-step.tsx'
import { useCanvas } from './context.ts'
import { texts } from './texts.ts'

/** A connection with a label. The label is a button: insert a step, or remove the connection. */
export const LinkView = memo(function LinkView(props: EdgeProps<CanvasEdge>) {
  const { id, data, selected } = props
  const t = useTexts(texts)
  const words = useStepWords()
  const canvas = useCanvas()
  const [path, x, centerY] = getSmoothStepPath({ ...props, borderRadius: 14 })
  if (!data) return null
  const { link, from, isTaken } = data
  const y = labelHeight(link.route, props, centerY)
  const name = from ? words.routeName(from.type, link.route) : ''
  const label = (
    <span className="link-label" data-route={link.route} data-taken={isTaken || undefined}>
      {name}
    </span>
  )
  return (
    <>
      <BaseEdge
        id={id}
        path={path}
        markerEnd={`url(#arrow-${link.route})`}
        className={`link link-${link.route}${isTaken ? ' link-taken' : ''}${selected ? ' link-selected' : ''}`}
        interactionWidth={24}
      />
      <EdgeLabelRenderer>
        <div
          className="link-place nodrag nopan"
          style={{ transform: `translate(-50%, -50%) translate(${x}px, ${y}px)` }}
        >
          {canvas.canWrite ? (
            <Menu position="bottom" shadow="md" withinPortal>
              <Menu.Target>
                <UnstyledButton
                  className="link-button"
                  aria-label={t.linkMenu(canvas.nameOf(link.from), name, canvas.nameOf(link.to))}
                >
                  {label}
                  <IconPlus size={12} className="link-plus" aria-hidden />
                </UnstyledButton>
              </Menu.Target>
              <Menu.Dropdown>
                <Menu.Label>{t.addHere}</Menu.Label>
                <AddStepItems onAdd={(type) => canvas.add(type, { id: link.from, route: link.route })} />
                <Menu.Divider />
                <Menu.Item
                  color="red"
                  leftSection={<IconTrash size={16} />}
                  onClick={() => canvas.unlink(link.from, link.route)}
                >
                  {t.removeLink}
                </Menu.Item>
              </Menu.Dropdown>
            </Menu>
          ) : (
            label
          )}
        </div>
      </EdgeLabelRenderer>
    </>
  )
})

/** Branches have their label where they turn off: half way down it would overlap the labels of other lanes. */
function labelHeight(
  route: Route,
  { sourceY, targetY }: { sourceY: number; targetY: number },
  centerY: number,
): number {
  const isFar = Math.abs(targetY - sourceY) > 90
  return route === 'onError' && isFar ? sourceY + Math.sign(targetY - sourceY) * 34 : centerY
}

/** The arrow heads, one for each color. */
export function ArrowHeads() {
  return (
    <svg className="link-arrows" aria-hidden="true">
      <defs>
        {(['onSuccess', 'onError', 'body'] as const).map((route) => (
          <marker
            key={route}
            id={`arrow-${route}`}
            viewBox="0 0 10 10"
            refX="8"
            refY="5"
            markerWidth="12"
            markerHeight="12"
            markerUnits="userSpaceOnUse"
            orient="auto-start-reverse"
          >
            <path d="M1 1 L9 5 L1 9 z" className={`link-arrow-${route}`} />
          </marker>
        ))}
      </defs>
    </svg>
  )
}

import { ActionIcon, Group, Menu, Tooltip, useComputedColorScheme } from '@mantine/core'
import { IconFocusCentered, IconLayoutDistributeHorizontal, IconMinus, IconPlus } from '@tabler/icons-react'
import {
  applyNodeChanges,
  Background,
  BackgroundVariant,
  type FinalConnectionState,
  MiniMap,
  type NodeChange,
  Panel,
  ReactFlow,
  ReactFlowProvider,
  useReactFlow,
} from '@xyflow/react'
import '@xyflow/react/dist/base.css'
import { useEffect, useMemo, useState } from 'react'
import { useTexts } from '../../../texts/language.tsx'
import {
  type CanvasEdge,
  type CanvasNode,
  canvasEdges,
  canvasNodes,
  drawnLink,
  type Shown,
} from '../graph/canvas-map.ts'
import { connect, type Flow, moveNodes, type NodeType, type Point, type Route, removeNodes } from '../graph/flow.ts'
import { layOut, nodeSize } from '../graph/layout.ts'
import { useStepWords } from '../step-words.tsx'
import { AddStepButton, AddStepItems } from './add-step.tsx'
import { CanvasContext } from './context.ts'
import { ArrowHeads, LinkView } from './link-edge.tsx'
import { FrameView, StepView } from './step-node.tsx'
import { texts } from './texts.ts'
import './canvas.css'

interface Props {
  shown: Shown
  canWrite: boolean
  onSelect: (id: string | undefined) => void
  change: (edit: (flow: Flow) => Flow, tag?: string) => void
  add: (type: NodeType, after?: { id: string; route: Route }, at?: Point) => void
}

/** The steps of a workflow and their connections, to view and edit. */
export function Canvas(props: Props) {
  return (
    <ReactFlowProvider>
      <Surface {...props} />
    </ReactFlowProvider>
  )
}

function Surface({ shown, canWrite, onSelect, change, add }: Props) {
  const t = useTexts(texts)
  const words = useStepWords()
  const scheme = useComputedColorScheme('light')
  const { screenToFlowPosition, fitView } = useReactFlow()
  const { nodes, onNodesChange } = useCanvasNodes(shown, (positions) =>
    change((flow) => moveNodes(flow, positions), 'move'),
  )
  const edges = useMemo(() => canvasEdges(shown), [shown])
  const [dropped, setDropped] = useState<Dropped>()
  const { flow } = shown
  const nameOf = (id: string) => {
    const node = flow.nodes.find((one) => one.id === id)
    return node ? words.nameOf(node) : id
  }
  // A new step may be outside of the viewport.
  const count = flow.nodes.length
  useEffect(() => {
    if (count > 0) void fitView(fitting)
  }, [count, fitView])
  const tidy = () => {
    change((known) => moveNodes(known, layOut(known)))
    setTimeout(() => void fitView(fitting), 60)
  }
  /** A connection dropped on the empty canvas opens the menu of a new step there. */
  const onConnectEnd = (event: MouseEvent | TouchEvent, { isValid, fromNode, fromHandle }: FinalConnectionState) => {
    if (isValid || !fromNode || fromHandle?.type !== 'source') return
    const { clientX, clientY } =
      'changedTouches' in event ? (event.changedTouches[0] ?? { clientX: 0, clientY: 0 }) : event
    const { x, y } = screenToFlowPosition({ x: clientX, y: clientY })
    const route = fromHandle.id === 'onError' || fromHandle.id === 'body' ? fromHandle.id : 'onSuccess'
    setDropped({ clientX, clientY, at: [x, y - nodeSize.height / 2], after: { id: fromNode.id, route } })
  }
  const labelled = nodes.map((node) =>
    node.type === 'step'
      ? { ...node, ariaLabel: t.nodeLabel(words.typeName(node.data.node.type), words.nameOf(node.data.node)) }
      : node,
  )
  return (
    <CanvasContext
      value={{ canWrite, add, nameOf, unlink: (from, route) => change((known) => connect(known, from, route, null)) }}
    >
      <ArrowHeads />
      <ReactFlow<CanvasNode, CanvasEdge>
        nodes={labelled}
        edges={edges}
        nodeTypes={nodeViews}
        edgeTypes={edgeViews}
        colorMode={scheme}
        nodesDraggable={canWrite}
        nodesConnectable={canWrite}
        edgesFocusable={false}
        deleteKeyCode={canWrite ? ['Delete', 'Backspace'] : null}
        onNodesChange={(changes) => {
          onNodesChange(changes)
          const chosen = changes.find((one) => one.type === 'select' && one.selected)
          if (chosen && 'id' in chosen) onSelect(chosen.id)
        }}
        onPaneClick={() => onSelect(undefined)}
        onNodesDelete={(gone) => {
          change((known) =>
            removeNodes(
              known,
              gone.map(({ id }) => id),
            ),
          )
          onSelect(undefined)
        }}
        onConnect={(drawn) => {
          const link = drawnLink(drawn)
          if (link) change((known) => connect(known, link.from, link.route, link.to))
        }}
        onConnectEnd={onConnectEnd}
        fitView
        fitViewOptions={fitting}
        minZoom={0.2}
        maxZoom={1.6}
        ariaLabelConfig={{
          'node.a11yDescription.default': t.nodeHelp,
          'node.a11yDescription.keyboardDisabled': t.nodeHelp,
          'node.a11yDescription.ariaLiveMessage': () => t.moved,
          'edge.a11yDescription.default': t.edgeHelp,
          'minimap.ariaLabel': t.minimap,
          'handle.ariaLabel': t.handle,
        }}
        proOptions={{ hideAttribution: true }}
      >
        <Background variant={BackgroundVariant.Dots} gap={22} size={1.4} />
        {flow.nodes.length > 6 && (
          <MiniMap
            pannable
            zoomable
            className="canvas-map"
            nodeClassName={mapClass}
            style={{ width: 140, height: 90 }}
          />
        )}
        {canWrite && flow.nodes.length > 0 && (
          <Panel position="top-left">
            <Group gap={8}>
              <AddStepButton onAdd={(type) => add(type)} />
              <Tooltip label={t.layOut}>
                <ActionIcon size={34} variant="default" aria-label={t.layOut} onClick={tidy}>
                  <IconLayoutDistributeHorizontal size={17} />
                </ActionIcon>
              </Tooltip>
            </Group>
          </Panel>
        )}
        <Panel position="bottom-left">
          <Zoom />
        </Panel>
      </ReactFlow>
      {dropped && (
        <Menu opened onChange={(isOpen) => !isOpen && setDropped(undefined)} shadow="md">
          <Menu.Target>
            <button
              type="button"
              className="canvas-drop"
              aria-label={t.addHere}
              style={{ left: dropped.clientX, top: dropped.clientY }}
            />
          </Menu.Target>
          <Menu.Dropdown>
            <AddStepItems onAdd={(type) => add(type, dropped.after, dropped.at)} />
          </Menu.Dropdown>
        </Menu>
      )}
    </CanvasContext>
  )
}

interface Dropped {
  clientX: number
  clientY: number
  at: Point
  after: { id: string; route: Route }
}

const nodeViews = { step: StepView, frame: FrameView }
const edgeViews = { link: LinkView }
const fitting = { padding: 0.14, maxZoom: 1 }
const mapClass = (node: CanvasNode) => (node.type === 'frame' ? 'map-frame' : 'map-step')

/** The nodes of the canvas: measurements are kept, and a drag is shown while it lasts and reported when it ends. */
function useCanvasNodes(shown: Shown, onMoved: (positions: ReadonlyMap<string, Point>) => void) {
  const wanted = useMemo(() => canvasNodes(shown), [shown])
  const [nodes, setNodes] = useState<CanvasNode[]>(wanted)
  useEffect(() => {
    setNodes((known) => {
      const measured = new Map(known.map((node) => [node.id, node.measured]))
      return wanted.map((node) => ({ ...node, measured: measured.get(node.id) }) as CanvasNode)
    })
  }, [wanted])
  const onNodesChange = (changes: NodeChange<CanvasNode>[]) => {
    setNodes((known) =>
      applyNodeChanges(
        changes.filter(({ type }) => type !== 'remove'),
        known,
      ),
    )
    const moved = changes.flatMap((one): [string, Point][] =>
      one.type === 'position' && one.dragging === false && one.position
        ? [[one.id, [one.position.x, one.position.y]]]
        : [],
    )
    const isMoved = moved.some(([id, [x, y]]) => {
      const before = wanted.find((node) => node.id === id)?.position
      return before && (Math.round(before.x) !== Math.round(x) || Math.round(before.y) !== Math.round(y))
    })
    if (isMoved) onMoved(new Map(moved))
  }
  return { nodes, onNodesChange }
}

function Zoom() {
  const t = useTexts(texts)
  const { zoomIn, zoomOut, fitView } = useReactFlow()
  return (
    <ActionIcon.Group>
      <ActionIcon size={34} variant="default" aria-label={t.zoomOut} onClick={() => void zoomOut()}>
        <IconMinus size={16} />
      </ActionIcon>
      <ActionIcon size={34} variant="default" aria-label={t.fit} onClick={() => void fitView(fitting)}>
        <IconFocusCentered size={16} />
      </ActionIcon>
      <ActionIcon size={34} variant="default" aria-label={t.zoomIn} onClick={() => void zoomIn()}>
        <IconPlus size={16} />
      </ActionIcon>
    </ActionIcon.Group>
  )
}

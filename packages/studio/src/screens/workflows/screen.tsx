import { Skeleton, Stack } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { useRecordParam } from '../../ui/navigation.tsx'
import { WorkflowList } from './list/workflow-list.tsx'

/** The canvas is heavy, so it is loaded when a workflow is opened. */
const Editor = lazy(() => import('./editor/editor.tsx'))

export default function Workflows() {
  const recordId = useRecordParam()
  if (recordId === undefined || recordId === 'new') return <WorkflowList isCreating={recordId === 'new'} />
  return (
    <Suspense
      fallback={
        <Stack>
          <Skeleton h={44} />
          <Skeleton h="70dvh" />
        </Stack>
      }
    >
      <Editor key={recordId} workflowId={recordId} />
    </Suspense>
  )
}

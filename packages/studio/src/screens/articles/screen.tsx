import { Skeleton, Stack } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { useRecordParam } from '../../ui/navigation.tsx'
import { ArticleList } from './list/article-list.tsx'
import './articles.css'

/** The editor has heavy dependencies, so it is loaded with the first article. */
const ArticlePage = lazy(() => import('./editor/article-page.tsx'))

/** All articles, or the page of one of them. */
export default function Articles() {
  const recordId = useRecordParam()
  if (recordId === undefined) return <ArticleList />
  return (
    <Suspense fallback={<PageSkeleton />}>
      <ArticlePage key={recordId} recordId={recordId === 'new' ? undefined : recordId} />
    </Suspense>
  )
}

function PageSkeleton() {
  return (
    <Stack className="article-page" maw={720} mx="auto" gap="lg" pt="xl">
      <Skeleton h={44} w="70%" />
      <Skeleton h={300} />
    </Stack>
  )
}

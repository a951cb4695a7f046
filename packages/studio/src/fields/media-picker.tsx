import {
  Button,
  Card,
  Group,
  Image,
  Select,
  SimpleGrid,
  Stack,
  Tabs,
  Text,
  TextInput,
  UnstyledButton,
} from '@mantine/core'
import { croppedUrl, isWebUrl } from '@marquee/model'
import { IconLink, IconPhoto, IconUpload } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { useKnownValues } from '../data/known-values.ts'
import { useRecordSearch } from '../data/record-search.ts'
import { useFieldLabel } from '../kinds/labels.ts'
import { useCommon } from '../texts/language.tsx'
import { Modal } from '../ui/dialog.tsx'
import { SearchBox } from '../ui/search-box.tsx'
import { UploadZone } from './upload-zone.tsx'

/** A media reference as records store it. */
export interface PickedMedia {
  mediaId?: string
  mediaUrl: string
}

export function MediaPicker({
  isOpen,
  onClose,
  onPick,
}: {
  isOpen: boolean
  onClose: () => void
  onPick: (media: PickedMedia) => void
}) {
  const common = useCommon()
  return (
    <Modal opened={isOpen} onClose={onClose} title={common.media.choose} size="xl">
      <Tabs defaultValue="library" keepMounted={false}>
        <Tabs.List mb="md">
          <Tabs.Tab value="library" leftSection={<IconPhoto size={17} />}>
            {common.media.library}
          </Tabs.Tab>
          <Tabs.Tab value="upload" leftSection={<IconUpload size={17} />}>
            {common.media.upload}
          </Tabs.Tab>
          <Tabs.Tab value="url" leftSection={<IconLink size={17} />}>
            {common.media.byUrl}
          </Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="library">
          <Library onPick={onPick} />
        </Tabs.Panel>
        <Tabs.Panel value="upload">
          <UploadZone onUploaded={([media]) => media && onPick({ mediaId: media._id, mediaUrl: media.mediaUrl })} />
        </Tabs.Panel>
        <Tabs.Panel value="url">
          <ByUrl onPick={onPick} />
        </Tabs.Panel>
      </Tabs>
    </Modal>
  )
}

function Library({ onPick }: { onPick: (media: PickedMedia) => void }) {
  const common = useCommon()
  const tagsLabel = useFieldLabel()('tags', 'media')
  const [text, setText] = useState('')
  const [tag, setTag] = useState<string | null>(null)
  const tags = useKnownValues('media', 'tags')
  const query = useMemo(() => (tag === null ? newestFirst : { ...newestFirst, filters: [{ tags: tag }] }), [tag])
  const found = useRecordSearch('media', text, true, query)
  return (
    <Stack>
      <Group>
        <SearchBox value={text} onSearch={setText} />
        {tags.length > 0 && (
          <Select
            aria-label={tagsLabel}
            placeholder={tagsLabel}
            clearable
            searchable
            w={180}
            data={tags}
            value={tag}
            onChange={setTag}
          />
        )}
      </Group>
      {found.records.length === 0 && !found.isFetching && <Text c="dimmed">{common.media.empty}</Text>}
      <SimpleGrid cols={{ base: 2, xs: 3, sm: 4 }} spacing="sm">
        {found.records.map(({ _id, mediaUrl, alt, crop }) => (
          <UnstyledButton key={_id} onClick={() => onPick({ mediaId: _id, mediaUrl })} aria-label={alt || mediaUrl}>
            <Card padding={0} radius="md" withBorder>
              <Image
                src={croppedUrl(mediaUrl, crop)}
                alt=""
                h={110}
                fit="cover"
                loading="lazy"
                bg="var(--studio-sunken)"
              />
              <Text size="xs" p={6} truncate>
                {alt || mediaUrl.split('/').at(-1)}
              </Text>
            </Card>
          </UnstyledButton>
        ))}
      </SimpleGrid>
      {found.hasNextPage && (
        <Button variant="subtle" onClick={() => void found.fetchNextPage()} loading={found.isFetchingNextPage}>
          {common.more}
        </Button>
      )}
    </Stack>
  )
}

const newestFirst = { sort: { _id: 'desc' as const } }

function ByUrl({ onPick }: { onPick: (media: PickedMedia) => void }) {
  const common = useCommon()
  const [url, setUrl] = useState('')
  const isAddress = isWebUrl(url)
  return (
    <Stack>
      <TextInput
        type="url"
        label={common.media.urlLabel}
        placeholder="https://"
        value={url}
        onChange={(event) => setUrl(event.currentTarget.value)}
      />
      {isAddress && <Image src={url} alt="" mah={220} fit="contain" radius="md" />}
      <Group justify="flex-end">
        <Button disabled={!isAddress} onClick={() => onPick({ mediaUrl: url })}>
          {common.media.useUrl}
        </Button>
      </Group>
    </Stack>
  )
}

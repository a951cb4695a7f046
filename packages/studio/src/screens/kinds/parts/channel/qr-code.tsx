import { Button, Group, Stack } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useMemo } from 'react'
import { download, downloadFile } from '../../../../data/download.ts'
import { shortAddress } from '../../../../kinds/site-address.ts'
import { useTexts } from '../../../../texts/language.tsx'
import { drawQr, pngFile, svgFile } from './qr-drawing.ts'
import { texts } from './texts.ts'

/** The QR code of an address, and files of it to print. Dark on white in every color scheme, as scanners expect. */
export default function QrCode({ url, size = 168 }: { url: string; size?: number }) {
  const t = useTexts(texts)
  const drawing = useMemo(() => drawQr(url), [url])
  const name = `qr-${shortAddress(url).replace(/[^a-z0-9]+/gi, '-')}`
  const savePng = async () => {
    const file = await pngFile(drawing)
    if (file) downloadFile(`${name}.png`, file)
  }
  return (
    <Stack gap="xs" align="center" w="fit-content">
      <svg
        role="img"
        aria-label={t.qrOf(url)}
        viewBox={`0 0 ${drawing.size} ${drawing.size}`}
        width={size}
        height={size}
        shapeRendering="crispEdges"
        className="qr-code"
      >
        <path fill="#fff" d={`M0 0h${drawing.size}v${drawing.size}H0z`} />
        <path fill="#000" d={drawing.path} />
      </svg>
      <Group gap={6} justify="center">
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconDownload size={15} />}
          onClick={() => download(`${name}.svg`, 'image/svg+xml', svgFile(drawing))}
        >
          {t.svg}
        </Button>
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconDownload size={15} />}
          onClick={() => void savePng()}
        >
          {t.png}
        </Button>
      </Group>
    </Stack>
  )
}

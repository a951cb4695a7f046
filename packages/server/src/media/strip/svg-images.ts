/** Strips each image embedded in an SVG. Unreadable ones are removed. */
export async function stripSvgImages(
  drawing: Buffer,
  strip: (picture: Buffer) => Promise<Buffer | undefined>,
): Promise<Buffer> {
  const text = drawing.toString('utf8')
  let result = ''
  let at = 0
  for (const found of text.matchAll(/data:image\/[a-z+]+;base64,([A-Za-z0-9+/=\s]*)/g)) {
    const packed = found[1] ?? ''
    const start = found.index + found[0].length - packed.length
    const picture = Buffer.from(packed, 'base64')
    const stripped = await strip(picture)
    result += text.slice(at, start)
    result += stripped === picture ? packed : (stripped?.toString('base64') ?? '')
    at = start + packed.length
  }
  return at === 0 ? drawing : Buffer.from(result + text.slice(at))
}

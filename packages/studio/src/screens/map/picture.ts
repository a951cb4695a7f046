import type { Size } from './pins.ts'

/** The size of a picture; undefined when unknown, as for SVG files without one. */
export async function pictureSize(url: string): Promise<Size | undefined> {
  const picture = new Image()
  picture.src = url
  try {
    await picture.decode()
  } catch {
    return undefined
  }
  const { naturalWidth: width, naturalHeight: height } = picture
  return width > 0 && height > 0 ? { width, height } : undefined
}

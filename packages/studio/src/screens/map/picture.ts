import type { Size } from './pins.ts'

/** How large a picture is; undefined when it cannot be read, as drawings without a size of their own. */
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

/** Shares an address by the device's own dialog, else copies it. */
export async function shareAddress(title: string, url: string): Promise<'shared' | 'copied' | 'failed'> {
  try {
    if (navigator.share && matchMedia('(pointer: coarse)').matches) {
      await navigator.share({ title, url })
      return 'shared'
    }
    await navigator.clipboard.writeText(url)
    return 'copied'
  } catch {
    // The visitor closed the dialog, or the browser allows neither.
    return 'failed'
  }
}

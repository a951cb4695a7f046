/** Downloads a text as a file. */
export function download(name: string, type: string, ...parts: string[]): void {
  downloadFile(name, new Blob(parts, { type: `${type};charset=utf-8` }))
}

export function downloadFile(name: string, file: Blob): void {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}

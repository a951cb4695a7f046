/** The values that the service writes into a page for its script. */
export interface PageState {
  base: string
  api: string
  locale: string
  preview?: string
  nowMs: number
  /** The version of the content that the page shows. Absent in the shell, which shows none. */
  cursor?: string
}

export function readPageState(): PageState | undefined {
  const text = document.getElementById('state')?.textContent
  return text ? JSON.parse(text) : undefined
}

import { useEffect, useRef } from 'react'

/** Takes files and text that are pasted anywhere on the page but in an input. */
export function usePaste(onFiles: (files: File[]) => void, onText: (text: string) => void): void {
  const latest = useRef({ onFiles, onText })
  latest.current = { onFiles, onText }
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      const { clipboardData, target } = event
      if (!clipboardData || (target instanceof Element && target.closest('input, textarea, [contenteditable=true]')))
        return
      // Spreadsheets put a picture of the cells beside their text.
      const text = clipboardData.getData('text/plain')
      if (text.trim() !== '') latest.current.onText(text)
      else if (clipboardData.files.length > 0) latest.current.onFiles([...clipboardData.files])
    }
    document.addEventListener('paste', paste)
    return () => document.removeEventListener('paste', paste)
  }, [])
}

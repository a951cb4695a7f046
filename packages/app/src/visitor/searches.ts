/** Calls back with each search that found nothing, once the visitor has stopped typing. */
export function watchSearches(hasHits: (text: string) => boolean, onEmpty: (text: string) => void): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  document.addEventListener('input', ({ target }) => {
    if (!(target instanceof HTMLInputElement) || target.type !== 'search') return
    clearTimeout(timer)
    timer = setTimeout(() => {
      const text = target.value.trim().slice(0, 100)
      if (text.length > 2 && !hasHits(text)) onEmpty(text)
    }, 1_500)
  })
}

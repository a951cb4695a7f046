/** Marks pictures that cannot be loaded, such as those never seen before the network was gone: their room stays, empty. */
export function markBrokenPictures(root: HTMLElement): void {
  const mark = (picture: HTMLImageElement, isBroken: boolean) => picture.toggleAttribute('data-broken', isBroken)
  const onEvent = ({ target, type }: Event) => {
    if (target instanceof HTMLImageElement) mark(target, type === 'error')
  }
  // These events do not bubble.
  for (const type of ['error', 'load']) root.addEventListener(type, onEvent, { capture: true })
  for (const picture of root.querySelectorAll('img'))
    if (picture.complete && picture.currentSrc !== '' && picture.naturalWidth === 0) mark(picture, true)
}

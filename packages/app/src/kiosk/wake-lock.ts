/** Keeps the screen on, where the browser can. The lock ends whenever the page is hidden. */
export function keepAwake(): void {
  const lock = () => {
    if (document.visibilityState === 'visible') void navigator.wakeLock?.request('screen').catch(() => {})
  }
  document.addEventListener('visibilitychange', lock)
  lock()
}

/** Calls back at the turn of every minute while the page is visible, and when it becomes visible. */
export function tickByMinute(tick: (nowMs: number) => void): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const arm = () => {
    clearTimeout(timer)
    if (document.visibilityState === 'visible') timer = setTimeout(turn, minuteMs - (Date.now() % minuteMs))
  }
  const turn = () => {
    tick(Date.now())
    arm()
  }
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') turn()
  })
  arm()
}

const minuteMs = 60_000

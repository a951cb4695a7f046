/** Whether the visitor's browser asks websites not to track: then nothing is measured, and the service learns no favorites unasked. */
export function asksNotToTrack(): boolean {
  const { doNotTrack, globalPrivacyControl } = navigator as Navigator & { globalPrivacyControl?: boolean }
  return doNotTrack === '1' || globalPrivacyControl === true
}

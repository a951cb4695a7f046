/** The offer of a browser to install the app, which it makes at most once. */
interface InstallOffer extends Event {
  prompt(): Promise<unknown>
}

/** Keeps the offer for a button in the settings, rather than a bar of the browser over the page. */
export function watchInstall(onChange: (install: (() => Promise<void>) | undefined) => void): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    onChange(async () => {
      onChange(undefined)
      await (event as InstallOffer).prompt()
    })
  })
  addEventListener('appinstalled', () => onChange(undefined))
}

import { shapes } from '@marquee/model'
import { useOpenBroadcast } from './broadcasts.tsx'

/** The languages of the open broadcast. */
export function useLocales(): readonly string[] {
  const locales = useOpenBroadcast()?.record.locales
  return Array.isArray(locales) ? locales : shapes.locales
}

/** The language of the texts outside of `localeDetails`: that of the record, or of the broadcast; undefined while none was chosen. */
export function useMainLocale(ofRecord: unknown): string | undefined {
  const ofBroadcast = useOpenBroadcast()?.record.defaultLocale
  return [ofRecord, ofBroadcast].find((one) => typeof one === 'string') as string | undefined
}

/** The name of a language in itself. */
export function localeName(locale: string): string {
  const name = new Intl.DisplayNames([locale], { type: 'language' }).of(locale) ?? locale
  return name.charAt(0).toLocaleUpperCase(locale) + name.slice(1)
}

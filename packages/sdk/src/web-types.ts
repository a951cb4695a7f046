/**
 * Types of the web platform in the signatures of this package. They come from the program that uses it, from the DOM
 * library or `@types/node`; a program with neither compiles against the minimum that is declared here.
 */
export type WebAbortSignal = Instance<'AbortSignal', { readonly aborted: boolean }>
export type WebBlob = Instance<'Blob', { readonly size: number; readonly type: string }>
export type WebHeaders = Instance<'Headers', { get(name: string): string | null }>
export type WebResponse = Instance<'Response', { readonly status: number; text(): Promise<string> }>
export type WebFetch = typeof globalThis extends { fetch: infer Fetch }
  ? Fetch
  : (url: string, init: object) => Promise<WebResponse>

type Instance<Name extends string, Otherwise> =
  typeof globalThis extends Record<Name, { prototype: infer Found }> ? Found : Otherwise

/** Parses the credentials and URLs from the output of a service at startup. */
export function shownIn(welcome: string) {
  const find = (pattern: RegExp) => pattern.exec(welcome)?.[1] ?? ''
  return {
    email: find(/Demo sign-in +(\S+)/),
    password: find(/Demo sign-in +\S+ +(\S+)/),
    key: find(/Demo API key +(\S+)/),
    path: find(/(\/v1\/users\/\w+\/broadcasts\/\w+)/),
    curls: welcome.split('\n').filter((line) => line.trim().startsWith('curl ')),
  }
}

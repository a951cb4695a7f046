/** Finds the path a URL is on, with the values of its parameters, whatever the method. The router knows paths by method alone. */
export function pathFinder(
  paths: string[],
): (url: string) => { path: string; params: Record<string, string> } | undefined {
  const patterns = paths.map((path) => ({
    path,
    pattern: new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/:(\w+)/g, '(?<$1>[^/]+)')}$`),
  }))
  return (url) => {
    const [pathname = ''] = url.split('?')
    for (const { path, pattern } of patterns) {
      const found = pattern.exec(pathname)
      if (found) return { path, params: { ...found.groups } }
    }
    return undefined
  }
}

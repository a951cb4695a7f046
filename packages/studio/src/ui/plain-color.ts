/** A colour that can be put into a style as it is; records may hold any text. */
export function plainColor(color: unknown): string | undefined {
  return typeof color === 'string' && /^#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/i.test(color) ? color : undefined
}

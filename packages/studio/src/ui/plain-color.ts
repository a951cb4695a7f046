/** A hex color that is safe in a style; records may contain any text. */
export function plainColor(color: unknown): string | undefined {
  return typeof color === 'string' && /^#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/i.test(color) ? color : undefined
}

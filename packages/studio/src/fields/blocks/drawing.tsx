import type { BlockDeclaration } from './declarations.ts'

/** A sketch of a block. */
export function Drawing({ declaration, width = 48 }: { declaration: BlockDeclaration | undefined; width?: number }) {
  return (
    <svg className="block-drawing" width={width} height={(width * 32) / 48} viewBox="0 0 48 32" aria-hidden="true">
      <rect width="48" height="32" rx="5" className="block-drawing-ground" />
      {declaration?.fill && <path d={declaration.fill} className="block-drawing-fill" />}
      {declaration?.line && <path d={declaration.line} className="block-drawing-line" />}
    </svg>
  )
}

export function frameOf(parts: readonly (string | Buffer)[]): Buffer
export function createFrameReader(maxBytes: number, onFrame: (parts: Buffer[]) => void): (chunk: Buffer) => void

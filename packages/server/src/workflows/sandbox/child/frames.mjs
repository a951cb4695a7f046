/**
 * The protocol between the service and a child: a frame is its length, then parts, each with its length. Lengths are 32 bits,
 * so both sides know the size before they buffer anything.
 */
export function frameOf(parts) {
  const texts = parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : part))
  const frame = Buffer.allocUnsafe(texts.reduce((sum, { length }) => sum + lengthBytes + length, lengthBytes))
  frame.writeUInt32LE(frame.length - lengthBytes, 0)
  let at = lengthBytes
  for (const text of texts) {
    frame.writeUInt32LE(text.length, at)
    text.copy(frame, at + lengthBytes)
    at += lengthBytes + text.length
  }
  return frame
}

/** Parses bytes into complete frames. Throws for a frame that is too long or malformed. */
export function createFrameReader(maxBytes, onFrame) {
  let chunks = []
  let held = 0
  return function take(chunk) {
    chunks.push(chunk)
    held += chunk.length
    while (held >= lengthBytes) {
      if (chunks[0].length < lengthBytes) chunks = [Buffer.concat(chunks)]
      const length = chunks[0].readUInt32LE(0)
      if (length > maxBytes) throw new RangeError(`A frame of ${length} bytes is longer than ${maxBytes}.`)
      const end = lengthBytes + length
      if (held < end) return
      const whole = chunks.length === 1 ? chunks[0] : Buffer.concat(chunks)
      held -= end
      chunks = held > 0 ? [whole.subarray(end)] : []
      onFrame(partsOf(whole.subarray(lengthBytes, end)))
    }
  }
}

function partsOf(body) {
  const parts = []
  for (let at = 0; at < body.length; ) {
    const start = at + lengthBytes
    const end = start <= body.length ? start + body.readUInt32LE(at) : Number.POSITIVE_INFINITY
    if (end > body.length) throw new RangeError('A part is longer than its frame.')
    parts.push(body.subarray(start, end))
    at = end
  }
  return parts
}

const lengthBytes = 4

import { shapes } from '@marquee/model'

/** A record or a field that could not be restored. */
export const leftOutSchema = {
  title: 'LeftOut',
  type: 'object',
  required: ['kind', 'id', 'pointer', 'reason'],
  properties: {
    kind: { type: 'string' },
    id: shapes.ObjectId,
    pointer: { type: 'string', description: 'The field; empty for the whole record.' },
    reason: {
      type: 'string',
      enum: ['file_gone', 'taken'],
      description: '`file_gone`: the file of a media was deleted. `taken`: another broadcast has the unique value.',
    },
  },
}

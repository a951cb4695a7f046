export type { OutboundReply, OutboundRequest } from './exchange.ts'
export { createOutbound, type Outbound, type OutboundPolicy } from './outbound.ts'
export { OutboundError, type OutboundReason } from './outbound-error.ts'
export { isWithin, parseRanges, type Ranges } from './ranges.ts'

/** Ports of other protocols whose servers might execute the bytes of an HTTP request: those that browsers refuse, and databases. */
export function isRefusedPort(port: number): boolean {
  return single.has(port) || spans.some(([first, last]) => port >= first && port <= last)
}

const single = new Set([
  0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 113, 115, 117, 119, 123, 135,
  137, 139, 143, 161, 179, 389, 427, 465, 526, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720,
  1723, 2049, 3659, 4045, 4190, 5060, 5061, 5432, 6000, 6379, 6566, 6679, 6697, 10080, 11211, 27017,
])

const spans: [first: number, last: number][] = [
  [101, 104],
  [109, 111],
  [512, 515],
  [530, 532],
  [6665, 6669],
]

/** The logo: an M that is a tent between two masts, with a lamp below. */
export function Wordmark({ height = 26, withName = true }: { height?: number; withName?: boolean }) {
  return (
    <svg
      role="img"
      aria-label="Marquee"
      height={height}
      viewBox={withName ? '0 0 132 32' : '0 0 32 32'}
      fill="none"
      xmlns="http://www.w3.org/2000/svg"
    >
      <rect width="32" height="32" rx="9" fill="#c93812" />
      <path
        d="M7.5 22V10l8.5 7.4L24.5 10v12"
        stroke="#fff"
        strokeWidth="3.2"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <circle cx="16" cy="24.4" r="2" fill="#ffd9a0" />
      {withName && (
        <text
          x="41"
          y="23"
          fill="currentColor"
          fontSize="21"
          fontWeight="720"
          letterSpacing="-0.6"
          textLength="90"
          lengthAdjust="spacingAndGlyphs"
          fontFamily="inherit"
        >
          Marquee
        </text>
      )}
    </svg>
  )
}

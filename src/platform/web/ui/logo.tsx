/** The sieve: three drops go in, what is real comes out. Colours from the tokens of its surroundings. */
export function Logo({ size = 26 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <g
        fill="none"
        stroke="var(--logo-line, var(--clean))"
        strokeWidth="2.4"
        strokeLinejoin="round"
        strokeLinecap="round"
      >
        <path d="M4 11h24l-9 10v6l-6 3v-9z" />
        <path d="M10 15.5h12" strokeWidth="1.6" strokeDasharray="1.5 3" />
      </g>
      <circle cx="8" cy="5" r="2" fill="currentColor" />
      <path d="m16 2 2.4 2.4L16 6.8l-2.4-2.4z" fill="var(--logo-fraud, var(--fraud))" />
      <circle cx="24" cy="5" r="2" fill="currentColor" />
    </svg>
  );
}

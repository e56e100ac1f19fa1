interface Props {
  values: readonly (number | null)[];
  tone: 'clean' | 'suspect' | 'fraud' | 'accent';
  width?: number;
  height?: number;
}

/** Points of the line; a gap in the data is a gap in the line. */
export function sparkPath(values: readonly (number | null)[], width: number, height: number): string {
  const known = values.filter((v) => v !== null);
  const top = Math.max(0, ...known);
  const step = width / Math.max(1, values.length - 1);
  let pen = 'M';
  const parts: string[] = [];
  values.forEach((value, index) => {
    if (value === null) {
      pen = 'M';
      return;
    }
    const y = top === 0 ? height : height - (value / top) * height;
    parts.push(`${pen}${(index * step).toFixed(1)} ${y.toFixed(1)}`);
    pen = 'L';
  });
  return parts.join('');
}

/** A small line from zero, without axes: the shape of the period, nothing to read off. */
export function Sparkline({ values, tone, width = 84, height = 22 }: Props) {
  return (
    <svg width={width} height={height + 2} viewBox={`0 -1 ${width} ${height + 2}`} aria-hidden="true" focusable="false">
      <path
        d={sparkPath(values, width, height)}
        fill="none"
        stroke={`var(--${tone})`}
        strokeWidth="1.5"
        strokeLinejoin="round"
        strokeLinecap="round"
      />
    </svg>
  );
}

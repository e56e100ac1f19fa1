import { splitOpen } from '#platform/contract/charts/partial.ts';

interface Props {
  values: readonly (number | null)[];
  /** Place of the first value that is not final; absent: all are. */
  openFrom?: number | undefined;
  tone: 'clean' | 'suspect' | 'fraud' | 'accent';
  width?: number;
  height?: number;
}

const topOf = (values: readonly (number | null)[]): number => Math.max(0, ...values.filter((v) => v !== null));

/** Points of the line; a gap in the data is a gap in the line. `top` is the value at full height. */
export function sparkPath(
  values: readonly (number | null)[],
  width: number,
  height: number,
  top = topOf(values),
): string {
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

/** A small line from zero, without axes: the shape of the period, nothing to read off. What is not final is dashed. */
export function Sparkline({ values, openFrom = values.length, tone, width = 84, height = 22 }: Props) {
  const { final, open } = splitOpen(values, (at) => at >= openFrom);
  const top = topOf(values);
  const line = {
    fill: 'none',
    stroke: `var(--${tone})`,
    strokeWidth: 1.5,
    strokeLinejoin: 'round',
    strokeLinecap: 'round',
  } as const;
  return (
    <svg width={width} height={height + 2} viewBox={`0 -1 ${width} ${height + 2}`} aria-hidden="true" focusable="false">
      <path d={sparkPath(final, width, height, top)} {...line} />
      {open && <path d={sparkPath(open, width, height, top)} {...line} strokeDasharray="1 3.5" />}
    </svg>
  );
}

import { useElementSize } from '@mantine/hooks';
import { axesOf, digitsOf } from '#platform/contract/charts/axes.ts';
import { useFormat } from '#platform/web/i18n/format.ts';
import styles from './publisher.module.css';

interface Props {
  /** What the curve shows, in words. */
  label: string;
  /** One word per bin. */
  bins: readonly string[];
  own: readonly number[];
  /** The rest of the package; null when it is not shown. */
  base: readonly number[] | null;
  ownName: string;
  baseName: string;
  height?: number;
}

const LEFT = 44;
const BOTTOM = 24;
const TOP = 10;
/** Pixels a bin's word takes at least. */
const WORD = 46;

/** Shares over bins: the source as columns, the rest of the package as a line over them. Drawn from zero. */
export function Distribution({ label, bins, own, base, ownName, baseName, height = 220 }: Props) {
  const { ref, width } = useElementSize();
  const format = useFormat();
  const { max: most, interval } = axesOf([], [...own, ...(base ?? [])]).shares;
  const lines = Array.from({ length: Math.round(most / interval) + 1 }, (_, at) => at * interval);
  const inner = Math.max(0, width - LEFT);
  const step = inner / Math.max(1, bins.length);
  const y = (share: number): number => TOP + (height - TOP - BOTTOM) * (1 - share / most);
  const every = Math.max(1, Math.ceil(WORD / Math.max(1, step)));
  const line = base?.map((share, at) => `${at === 0 ? 'M' : 'L'}${LEFT + (at + 0.5) * step} ${y(share)}`).join('');
  return (
    <figure className={styles.figure}>
      <div ref={ref}>
        <svg
          width="100%"
          height={height}
          // On paper it is as wide as the sheet and shrinks as a picture does.
          {...(width > 0 ? { viewBox: `0 0 ${width} ${height}` } : {})}
          role="img"
          aria-label={label}
        >
          {lines.map((share) => (
            <g key={share}>
              <line x1={LEFT} x2={LEFT + inner} y1={y(share)} y2={y(share)} stroke="var(--line)" />
              <text x={LEFT - 8} y={y(share) + 4} textAnchor="end" className={styles.axis}>
                {format.percent(share, digitsOf(interval))}
              </text>
            </g>
          ))}
          {own.map((share, at) => (
            <rect
              key={bins[at]}
              x={LEFT + at * step + step * 0.16}
              width={step * 0.68}
              y={y(share)}
              height={Math.max(0, y(0) - y(share))}
              fill="var(--accent)"
              opacity={0.75}
            >
              <title>{`${bins[at]}: ${format.percent(share)}`}</title>
            </rect>
          ))}
          {line && <path d={line} fill="none" stroke="var(--text)" strokeWidth="2" strokeDasharray="5 4" />}
          {bins.map(
            (word, at) =>
              at % every === 0 && (
                <text
                  key={word}
                  x={LEFT + (at + 0.5) * step}
                  y={height - 7}
                  textAnchor="middle"
                  className={styles.axis}
                >
                  {word}
                </text>
              ),
          )}
        </svg>
      </div>
      <figcaption className={styles.key}>
        <span data-line="own">{ownName}</span>
        {base && <span data-line="base">{baseName}</span>}
      </figcaption>
    </figure>
  );
}

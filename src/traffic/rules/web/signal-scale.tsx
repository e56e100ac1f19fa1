import { useId } from 'react';
import type { Scale } from './scale-geometry.ts';
import { labelsOf } from './scale-labels.ts';
import styles from './why.module.css';

const HEIGHT = 42;
const TRACK = 13;
const THICK = 8;
/** Thinner than this a zone beside the edge would not be seen. */
const THINNEST = 0.008;

const percent = (share: number): string => `${(share * 100).toFixed(2)}%`;

/** Where the numbers of the limits stand. */
const WORDS = 38;

interface Props {
  scale: Scale;
  /** A value of the field in the reader's words. */
  words: (value: number) => string;
  /** The whole drawing in words: value, limits and zones. */
  label: string;
}

/** Limit and value of one signal: striped where the rule hits, the value as a marker that needs no colour. */
export function SignalScale({ scale, words, label }: Props) {
  const stripes = useId();
  return (
    <svg className={styles.scale} height={HEIGHT} role="img" aria-label={label}>
      <pattern id={stripes} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <rect width="6" height="6" className={styles.fraudGround} />
        <rect width="2" height="6" className={styles.fraudStripe} />
      </pattern>
      <rect width="100%" y={TRACK} height={THICK} rx={2} className={styles.track} />
      {scale.zones.map(({ from, to, verdict }) => (
        <rect
          key={`${verdict}-${from}-${to}`}
          x={percent(from)}
          y={TRACK}
          width={percent(Math.max(THINNEST, to - from))}
          height={THICK}
          rx={2}
          className={styles.zone}
          data-verdict={verdict}
          {...(verdict === 'fraud' && { fill: `url(#${stripes})` })}
        />
      ))}
      {scale.limits.map(({ at, verdict }) => (
        <line
          key={`${verdict}-${at}`}
          x1={percent(at)}
          x2={percent(at)}
          y1={TRACK - 3}
          y2={TRACK + THICK + 4}
          className={styles.limitMark}
        />
      ))}
      {labelsOf(scale, words).map(({ at, text, anchor }) => (
        <text key={`${at} ${text}`} x={percent(at)} y={WORDS} textAnchor={anchor} className={styles.limitWords}>
          {text}
        </text>
      ))}
      {scale.usual && (
        <svg x={percent(scale.usual.at)} overflow="visible" aria-hidden="true">
          <rect x={-5} width={10} y={TRACK - 2} height={THICK + 4} rx={2} className={styles.usual} />
        </svg>
      )}
      {/* A nested picture moves the marker in shares of the width without stretching it. */}
      <svg x={percent(scale.value)} overflow="visible" aria-hidden="true">
        <path d={`M0 ${TRACK - 1}l-5 -9h10Z`} className={styles.pointer} />
        <circle cy={TRACK + THICK / 2} r="3.4" className={styles.point} />
      </svg>
    </svg>
  );
}

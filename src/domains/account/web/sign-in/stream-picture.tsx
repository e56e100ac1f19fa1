import styles from './stream.module.css';
import { drops, lanes, SIEVE } from './stream.ts';

const MESH = [-2, -1, 0, 1, 2];
const middle = (SIEVE.top + SIEVE.bottom) / 2;
const half = (SIEVE.bottom - SIEVE.top) / 2;

/** A stream being sieved: drawn, gently moving, and whole when it stands still. */
export function StreamPicture() {
  return (
    <svg
      className={styles.picture}
      viewBox="0 0 740 520"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
      focusable="false"
    >
      <g className={styles.lanes}>
        {lanes().map((lane) => (
          <path key={lane} d={lane} />
        ))}
      </g>
      <g className={styles.sieve}>
        <ellipse cx={SIEVE.x} cy={middle} rx="26" ry={half} />
        {MESH.map((n) => (
          <ellipse key={n} cx={SIEVE.x} cy={middle} rx={Math.abs(n) * 8.6 + 0.1} ry={half} />
        ))}
        {[-3, -2, -1, 0, 1, 2, 3].map((n) => {
          const y = middle + (n * half) / 4;
          const width = 26 * Math.sqrt(1 - (n / 4) ** 2);
          return <path key={n} d={`M${SIEVE.x - width} ${y}h${width * 2}`} />;
        })}
      </g>
      {drops().map((drop) => (
        <g
          key={drop.id}
          className={styles.drop}
          data-kind={drop.kind}
          style={{
            offsetPath: `path("${drop.path}")`,
            animationDuration: `${drop.seconds}s`,
            animationDelay: `${-drop.ahead * drop.seconds}s`,
          }}
        >
          {drop.kind === 'clean' ? (
            <circle r={drop.size} />
          ) : (
            <path d={`M0 ${-drop.size - 1.4}L${drop.size + 1.4} 0L0 ${drop.size + 1.4}L${-drop.size - 1.4} 0Z`} />
          )}
        </g>
      ))}
    </svg>
  );
}

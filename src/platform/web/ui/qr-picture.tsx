import { encode } from 'uqr';
import styles from './ui.module.css';

/** A QR code as one path; dark on light in both themes, as cameras want it. */
export function QrPicture({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { border: 2 });
  const path = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  return (
    <svg className={styles.qrPicture} viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <path d={path} fill="var(--qr-ink)" shapeRendering="crispEdges" />
    </svg>
  );
}

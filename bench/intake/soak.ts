import { residentMegabytes } from '../boards/server.ts';
import { pressAt } from './load.ts';

const STEP_SECONDS = 30;
/** Requests a second, each of one event: far below what the machine can take, so that what grows is a leak. */
const RATE = 100;

interface Soaking {
  url: string;
  keys: readonly string[];
  body: () => string;
  minutes: number;
  say: (text: string) => void;
}

/** Sends at a steady rate and says every half minute what memory the server takes. Answers what was acknowledged. */
export async function soak(pid: number, { url, keys, body, minutes, say }: Soaking): Promise<number> {
  const points: { minute: number; megabytes: number }[] = [];
  let acknowledged = 0;
  const started = performance.now();
  for (let step = 0; step < (minutes * 60) / STEP_SECONDS; step++) {
    const { accepted, ms, refused, unsent } = await pressAt(url, { rate: RATE, seconds: STEP_SECONDS, keys, body });
    acknowledged += accepted;
    const point = { minute: (performance.now() - started) / 60_000, megabytes: residentMegabytes(pid) };
    points.push(point);
    const p99 = ms[Math.floor(ms.length * 0.99)] ?? 0;
    const others = [...refused].map(([status, n]) => `${n} times ${status}`).join(', ') || 'none refused';
    say(
      `${point.minute.toFixed(1).padStart(6)} min  ${point.megabytes.toFixed(0).padStart(5)} MB  ${acknowledged} acknowledged  p99 ${p99.toFixed(0)} ms  ${others}, ${unsent} unsent`,
    );
  }
  // The first half fills caches and pools that stay.
  const later = points.slice(Math.floor(points.length / 2));
  say(`\nSlope of the second half: ${(60 * slope(later)).toFixed(1)} MB an hour over ${later.length} points`);
  return acknowledged;
}

/** Of the line with the least squares, in megabytes a minute. */
function slope(points: readonly { minute: number; megabytes: number }[]): number {
  const mean = (of: (point: (typeof points)[number]) => number): number =>
    points.reduce((sum, point) => sum + of(point), 0) / points.length;
  const [x, y] = [mean(({ minute }) => minute), mean(({ megabytes }) => megabytes)];
  const across = mean(({ minute }) => (minute - x) ** 2);
  return across === 0 ? 0 : mean(({ minute, megabytes }) => (minute - x) * (megabytes - y)) / across;
}

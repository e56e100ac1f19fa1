import { ownMegabytes, residentMegabytes } from '../boards/server.ts';
import { pressAt } from './load.ts';

const STEP_SECONDS = 10;

interface Soaking {
  url: string;
  keys: readonly string[];
  body: () => string;
  /** Requests a second. */
  rate: number;
  minutes: number;
  say: (text: string) => void;
}

interface Point {
  minute: number;
  /** Megabytes of all processes, and of the one that answers, in which ClickHouse lives; the rest is PostgreSQL. */
  all: number;
  own: number;
}

/**
 * Sends at a steady rate, well below what can be kept up with, so that what grows is a leak, and says every ten seconds
 * what memory is taken. Answers how many events were acknowledged.
 */
export async function soak(pid: number, { url, keys, body, rate, minutes, say }: Soaking): Promise<number> {
  const points: Point[] = [];
  let acknowledged = 0;
  const started = performance.now();
  for (let step = 0; step < (minutes * 60) / STEP_SECONDS; step++) {
    const { accepted, ms, refused, unsent } = await pressAt(url, { rate, seconds: STEP_SECONDS, keys, body });
    acknowledged += accepted;
    const minute = (performance.now() - started) / 60_000;
    const point = { minute, all: residentMegabytes(pid), own: ownMegabytes(pid) };
    points.push(point);
    const p99 = ms[Math.floor(ms.length * 0.99)] ?? 0;
    const others = [...refused].map(([status, n]) => `${n} times ${status}`).join(', ') || 'none refused';
    say(
      `${minute.toFixed(1).padStart(6)} min  server with ClickHouse ${point.own.toFixed(0).padStart(5)} MB  PostgreSQL ${(point.all - point.own).toFixed(0).padStart(4)} MB  ${acknowledged} acknowledged  p99 ${p99.toFixed(0)} ms  ${others}, ${unsent} unsent`,
    );
  }
  // The first half fills caches and pools that stay.
  const later = points.slice(Math.floor(points.length / 2));
  const hourly = (of: (point: Point) => number): string => (60 * slope(later, of)).toFixed(1);
  say(
    `\nSlope of the second half: ${hourly(({ all }) => all)} MB an hour in all, ${hourly(({ own }) => own)} of them the server with ClickHouse, over ${later.length} points`,
  );
  return acknowledged;
}

/** Of the line with the least squares, in megabytes a minute. */
function slope(points: readonly Point[], of: (point: Point) => number): number {
  const mean = (value: (point: Point) => number): number =>
    points.reduce((sum, point) => sum + value(point), 0) / points.length;
  const [x, y] = [mean(({ minute }) => minute), mean(of)];
  const across = mean(({ minute }) => (minute - x) ** 2);
  return across === 0 ? 0 : mean((point) => (point.minute - x) * (of(point) - y)) / across;
}

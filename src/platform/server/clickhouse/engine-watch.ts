import { randomUUID } from 'node:crypto';
import type { EngineAlarm } from './clickhouse.ts';
import { BASE_SETTINGS, type Session } from './session.ts';

/** What the engine says of itself at one moment. */
export interface EngineLook {
  /** Marks of statements it still holds that nobody here waits for. */
  leftovers: readonly string[];
  /** Bytes it counts as its own. */
  tracked: number;
  /** Nothing of ours runs or waits. */
  isIdle: boolean;
}

export interface Watched {
  look(): Promise<EngineLook>;
  /** Other sessions in the place of those that nobody uses. */
  renewIdle(): Promise<void>;
  /**
   * The engine closed and opened again in order; what asks
   * meanwhile waits, and is refused with 503 when it does not open.
   */
  reopen(): Promise<void>;
}

const EVERY_MS = 30_000;
/** Opening the engine again costs it some threads, and where it did not help it will not help a minute later. */
const REOPEN_PAUSE_MS = 60 * 60_000;
/**
 * Part of its memory that an engine without work may count as its own: caches of what it has read, 28 to 61 MB measured
 * over 51,000 events. A heavy statement may hold a third of all, so above this the next one could be refused.
 */
const IDLE_SHARE = 0.4;

/**
 * Looks at the engine now and then. A failed statement keeps its memory, its tables and its turn before heavier ones as
 * long as its session lives (chdb 3.4 resets it only in the Python build), so what is left over is an alarm even though
 * sessions are replaced after every failure. Mends by other sessions first, then by opening the engine again.
 */
export function watchEngine(
  watched: Watched,
  memory: number,
  alarm: (alarm: EngineAlarm) => void,
  everyMs = EVERY_MS,
): () => void {
  let earlier: EngineLook | undefined;
  let triedSessions = false;
  let reopenedAt = Number.NEGATIVE_INFINITY;
  const check = async (): Promise<void> => {
    const now = await watched.look();
    // What was just ended may need a moment, so only what is seen twice counts.
    const stays = now.leftovers.filter((mark) => earlier?.leftovers.includes(mark));
    const isFull = (look: EngineLook | undefined): boolean => !!look?.isIdle && look.tracked > IDLE_SHARE * memory;
    const drifted = isFull(now) && isFull(earlier);
    earlier = now;
    for (const tag of stays) alarm({ alarm: 'leftover_statement', tag });
    if (drifted) alarm({ alarm: 'memory_held_by_nobody', tag: String(now.tracked) });
    if (drifted && triedSessions && performance.now() - reopenedAt > REOPEN_PAUSE_MS) {
      reopenedAt = performance.now();
      await watched.reopen();
    } else if (drifted || stays.length > 0) await watched.renewIdle();
    triedSessions = drifted && !triedSessions;
  };
  let checking = false;
  const timer = setInterval(() => {
    if (checking) return;
    checking = true;
    void check()
      .catch(() => {})
      .finally(() => {
        checking = false;
      });
  }, everyMs);
  timer.unref();
  return () => clearInterval(timer);
}

const LOOK = `SELECT (SELECT groupArray(query) FROM system.processes) AS queries,
  (SELECT value FROM system.metrics WHERE metric = 'MemoryTracking') AS tracked`;
/** Stands in each of our statements; those of a session about itself have none and are over at once. */
const MARK = /\/\* ([\w-]+) \*\//;

/** What the engine holds that is none of `running` (by mark), and what it counts as its memory. */
export async function lookThrough(
  session: Session,
  running: ReadonlyMap<string, unknown>,
): Promise<Omit<EngineLook, 'isIdle'>> {
  const mark = `watch-${randomUUID()}`;
  const before = [...running.keys()];
  const query = `${LOOK}\n/* ${mark} */`;
  const statement = { query, query_params: {}, settings: BASE_SETTINGS, mark };
  const [row] = await session.rows<{ queries: string[]; tracked: number }>(statement);
  const known = [mark, ...before, ...running.keys()];
  const isOurs = (text: string): boolean => text.startsWith('KILL') || known.some((each) => text.includes(each));
  const leftovers = (row?.queries ?? []).flatMap((text) => (isOurs(text) ? [] : (MARK.exec(text)?.[1] ?? [])));
  return { leftovers, tracked: row?.tracked ?? 0 };
}

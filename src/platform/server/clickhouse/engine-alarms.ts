import type { EngineAlarm } from './clickhouse.ts';

/** Alarms of one kind since the start, and the last of them. */
export interface CountedAlarm extends EngineAlarm {
  times: number;
  lastAt: Date;
}

/** What the pool has mended itself is worth a line for so long. */
const MENDED_MS = 60 * 60_000;
const MENDED: ReadonlySet<EngineAlarm['alarm']> = new Set(['leftover_statement', 'memory_held_by_nobody']);

/** Passes alarms on and keeps count of them, for an operator who does not read logs. */
export class EngineAlarms {
  readonly #pass: (alarm: EngineAlarm) => void;
  readonly #counted = new Map<EngineAlarm['alarm'], CountedAlarm>();

  constructor(pass: (alarm: EngineAlarm) => void) {
    this.#pass = pass;
  }

  readonly raise = (alarm: EngineAlarm): void => {
    this.#counted.set(alarm.alarm, { ...alarm, times: this.times(alarm.alarm) + 1, lastAt: new Date() });
    this.#pass(alarm);
  };

  times(alarm: EngineAlarm['alarm']): number {
    return this.#counted.get(alarm)?.times ?? 0;
  }

  /** Those an operator should still know of: what stays until a restart, and what was mended within an hour. */
  standing(now = new Date()): CountedAlarm[] {
    return [...this.#counted.values()].filter(
      ({ alarm, lastAt }) => !MENDED.has(alarm) || now.getTime() - lastAt.getTime() < MENDED_MS,
    );
  }
}

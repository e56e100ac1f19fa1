import { expect, it } from 'vitest';
import type { EngineAlarm } from './clickhouse.ts';
import { EngineAlarms } from './engine-alarms.ts';

it('alarms of the engine are passed on, counted by kind, and told for an hour, or until a restart where only that helps', () => {
  const passed: EngineAlarm[] = [];
  const alarms = new EngineAlarms((alarm) => void passed.push(alarm));
  expect(alarms.standing()).toEqual([]);
  const held = { alarm: 'memory_held_by_nobody', tag: '700000000' } as const;
  const stuck = { alarm: 'stuck_statement', tag: 'sources-1' } as const;
  for (const alarm of [held, stuck, held]) alarms.raise(alarm);
  expect(passed).toEqual([held, stuck, held]);
  const lastAt = expect.any(Date);
  const shown = [
    { ...held, times: 2, lastAt },
    { ...stuck, times: 1, lastAt },
  ];
  expect(alarms.standing()).toEqual(shown);
  expect(alarms.standing(new Date(Date.now() + 61 * 60_000))).toEqual(shown.slice(1));
});

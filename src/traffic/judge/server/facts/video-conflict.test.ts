import { beforeEach, describe, expect, it } from 'vitest';
import { sql } from '#platform/server/clickhouse/sql.ts';
import { useClickHouse } from '../../../../../test/support/use-clickhouse.ts';
import { videoConflicts } from './video-conflict.ts';

const ch = useClickHouse();
beforeEach(() => ch.command(sql`TRUNCATE TABLE traffic`));

const STEPS = ['start', 'firstQuartile', 'midpoint', 'thirdQuartile', 'complete'];
const FIRST = Date.parse('2026-03-01T12:00:00.123Z');

/** Reports of one video of 20 seconds, each by the second it came; null when it got lost. */
async function said(seconds: readonly (number | null)[], { whole = false, length = 20 } = {}): Promise<string> {
  const rows = seconds.flatMap((second, step) => {
    if (second === null) return [];
    const ms = FIRST + Math.round(second * 1000);
    const ts = new Date(whole ? Math.floor(ms / 1000) * 1000 : ms).toISOString().slice(0, 23).replace('T', ' ');
    const video = { person: '7', click_id: 'v', video_seconds: length };
    return [
      { package: 'p', kind: 'vast_tracking', ...video, event_name: STEPS[step], ts, row_id: crypto.randomUUID() },
    ];
  });
  await ch.insert('traffic', rows);
  const told = await ch.query<{ conflict: string }>(videoConflicts(sql`SELECT * FROM traffic`));
  if (told.length > 0) expect(told).toHaveLength(rows.length);
  expect(new Set(told.map(({ conflict }) => conflict)).size).toBeLessThan(2);
  return told[0]?.conflict ?? '';
}

describe('the reports of a video', () => {
  it.each<[string, (number | null)[], string]>([
    ['played to its end', [0, 5, 10, 15, 20], ''],
    ['paused for a minute', [0, 5, 70, 75, 80], ''],
    ['of which the start was lost', [null, 5, 10, 15, 20], 'no start'],
    ['of which others were lost', [0, null, null, 15, 20], ''],
    ['of which one came late', [0, 5, 13, 15, 20], ''],
    ['of which one overtook the one before', [0, 5, 15.4, 15, 20], ''],
    ['of which the start came last', [21, 5, 10, 15, 20], 'one jump'],
    ['begun slowly: the start came three seconds late', [3, 5, 10, 15, 20], 'one jump'],
    ['in which somebody skipped a quarter', [0, 5, 10, 10.6, 15.6], 'one jump'],
    ['in which somebody skipped from the eighth second to the fourteenth', [0, 5, 8.01, 9, 14], 'one jump'],
    ['in which somebody skipped from the second to the eighteenth second', [0, 2, 2.1, 2.02, 4], 'one jump'],
    ['reported at twice the speed', [0, 2.5, 5, 7.5, 10], 'too fast'],
    ['reported a fifth too fast', [0, 4, 8, 12, 16], 'too fast'],
    ['reported a twentieth too fast, which clocks do', [0, 4.75, 9.5, 14.25, 19], ''],
    ['reported at once', [0, 0.02, 0.04, 0.05, 0.07], 'too fast'],
    ['reported at once without a start', [null, 0.02, 0.04, 0.05, 0.07], 'no start; one jump'],
    ['reported at twice the speed without a start', [null, 2.5, 5, 7.5, 10], 'no start; too fast'],
    ['reported backwards', [40, 30, 20, 10, 0], 'wrong order; too fast'],
    ['of which two came far too early', [0, 60, 30, 90, 70], 'wrong order'],
  ])('%s', async (_, seconds, conflict) => {
    expect(await said(seconds)).toBe(conflict);
  });

  it('tell of the request of the video what they tell of themselves', async () => {
    const asked = { package: 'p', kind: 'vast_request', person: '7', ts: '2026-03-01 11:59:59.000', video_seconds: 20 };
    await ch.insert('traffic', [
      { ...asked, click_id: 'v', row_id: '00000000-0000-4000-8000-000000000001' },
      { ...asked, click_id: 'never shown', row_id: '00000000-0000-4000-8000-000000000002' },
    ]);
    await ch.insert(
      'traffic',
      [0, 2.5, 5, 7.5, 10].map((second, step) => ({
        package: 'p',
        kind: 'vast_tracking',
        person: '7',
        click_id: 'v',
        video_seconds: 20,
        event_name: STEPS[step],
        ts: new Date(FIRST + second * 1000).toISOString().slice(0, 23).replace('T', ' '),
        row_id: crypto.randomUUID(),
      })),
    );
    const told = await ch.query<{ row_id: string; conflict: string }>(videoConflicts(sql`SELECT * FROM traffic`));
    expect(told).toHaveLength(6);
    expect(told.find(({ row_id }) => row_id.endsWith('0001'))?.conflict).toBe('too fast');
  });

  it('in whole seconds are off by one at both ends', async () => {
    expect(await said([0, 1.5, 3, 4.5, 6], { whole: true, length: 6 })).toBe('');
    await ch.command(sql`TRUNCATE TABLE traffic`);
    expect(await said([0.9, 5.2, 9.9, 14.8, 19.1], { whole: true })).toBe('');
    await ch.command(sql`TRUNCATE TABLE traffic`);
    expect(await said([0, 2.5, 5, 7.5, 10], { whole: true })).toBe('too fast');
  });
});

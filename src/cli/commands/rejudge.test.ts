import { beforeAll, describe, expect, it } from 'vitest';
import { sql } from '#platform/server/clickhouse/sql.ts';
import { useApp } from '../../../test/support/use-app.ts';
import type { Printer } from '../command.ts';
import { rejudge } from './rejudge.ts';

const app = useApp();
const run = async (args: { package: string; from?: string; to?: string }): Promise<string[]> => {
  const said: string[] = [];
  const print: Printer = { line: (text) => said.push(text), progress: () => undefined };
  await rejudge.run(app.context, args, print);
  return said;
};
const event = (n: number, day: string, verdict: string) => ({
  row_id: `00000000-0000-4000-8000-00000000000${n}`,
  package: 'own.example',
  kind: 'click',
  ts: `${day} 10:00:00.000`,
  verdict,
  rule_version: 1,
});

beforeAll(async () => {
  await app.package({ name: 'own.example' });
  // Verdicts that no rule gives: nothing is known of these clicks.
  await app.context.clickhouse.insert('traffic', [
    event(1, '2026-11-16', 'fraud'),
    event(2, '2026-11-17', 'fraud'),
    event(3, '2026-11-17', 'clean'),
  ]);
});

describe('adsieve rejudge', () => {
  it('judges every event of the days anew, whatever version judged it, and says what was otherwise', async () => {
    const days = { package: 'own.example', from: '2026-11-17', to: '2026-11-17' };
    expect(await run(days)).toEqual([
      'own.example: 2 events judged, 1 verdicts changed',
      '  1 events from fraud to clean',
    ]);
    expect(await run(days)).toEqual(['own.example: 2 events judged, 0 verdicts changed']);
    const left = await app.context.clickhouse.query<{ day: string }>(
      sql`SELECT toString(toDate(ts)) AS day FROM traffic WHERE verdict = 'fraud'`,
    );
    expect(left).toEqual([{ day: '2026-11-16' }]);
  });

  it('refuses a package nobody knows and days that are none', async () => {
    await expect(run({ package: 'nobody.example' })).rejects.toThrow('There is no package nobody.example');
    await expect(run({ package: 'own.example', from: 'yesterday' })).rejects.toThrow('--from');
  });
});

import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { useDatabase } from '../../../../test/support/use-database.ts';
import { FenceLost, takeTurn } from './job-runs.ts';

const database = useDatabase();

describe('a period of a job', () => {
  const progress = z.object({ day: z.string() });
  const turn = (period: string) => takeTurn(database, { job: 'test', period, progress });

  it('has exactly one result, whoever begins it how often', async () => {
    const first = await turn('2026-01-01');
    await first?.save({ day: 'a' });
    const second = await turn('2026-01-01');
    expect(second?.progress).toEqual({ day: 'a' });
    await expect(first?.save({ day: 'b' })).rejects.toThrow(FenceLost);
    await expect(first?.finish({ from: 'first' })).rejects.toThrow(FenceLost);
    await second?.finish({ from: 'second' });
    expect(await turn('2026-01-01')).toBeUndefined();
    const { rows } = await database.pool.query("SELECT state, result, fence FROM job_run WHERE job = 'test'");
    expect(rows).toEqual([{ state: 'done', result: { from: 'second' }, fence: 2 }]);
  });

  it('may be begun again after a failure', async () => {
    await (await turn('2026-01-02'))?.fail('out of memory');
    expect((await turn('2026-01-02'))?.progress).toBeUndefined();
  });
});

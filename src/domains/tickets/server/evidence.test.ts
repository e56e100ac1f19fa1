import { describe, expect, it } from 'vitest';
import { OWN, useTickets } from '../testing/use-tickets.ts';

const desk = useTickets();
const { done, get, post, incident } = desk;

describe('evidence', () => {
  it('is frozen when an incident is attached, and says when the traffic counts to something else since', async () => {
    const { app } = desk;
    const rows = (n: number, verdict: string) =>
      Array.from({ length: n }, (_, at) => ({
        row_id: crypto.randomUUID(),
        package: OWN,
        kind: 'install',
        ts: `2026-11-19 10:${String(at).padStart(2, '0')}:00.000`,
        publisher: 'alpha',
        verdict,
        reason: verdict === 'clean' ? '' : 'inv.duplicate',
      }));
    await app.context.clickhouse.insert('traffic', [...rows(6, 'clean'), ...rows(4, 'fraud')]);
    const asked = { from: '2026-11-19', to: '2026-11-19', kinds: [], where: { publisher: ['alpha'] } };
    const id = await incident({ publisher: 'alpha', evidence: { asked, numbers: { share: 0.4 } } });
    const made = await done(post(`/api/bi/ticket/create/${id}`, {}));
    const before = await done(get(`/api/bi/ticket/${made.id}/evidence`));
    expect(before).toMatchObject([
      { frozen: { total: 10, fraud: 4, suspect: 0 }, now: { total: 10, fraud: 4 }, moved: false },
    ]);
    await app.context.clickhouse.insert('traffic', rows(3, 'suspect'));
    const after = await done(get(`/api/bi/ticket/${made.id}/evidence`));
    expect(after).toMatchObject([{ frozen: { total: 10 }, now: { total: 13, fraud: 4, suspect: 3 }, moved: true }]);
    const { incidents } = await done(get(`/api/bi/ticket/${made.id}`));
    expect(incidents[0].frozen).toMatchObject({
      counts: { total: 10, fraud: 4 },
      asked,
      rule_set_version: expect.any(Number),
    });
    expect(incidents[0].frozen.sample).toHaveLength(4);
  });

  it('is seen by a publisher as far as it is of its own traffic alone, and never with limits', async () => {
    const seenOf = async (where: object) => {
      const asked = { from: '2026-11-19', to: '2026-11-19', kinds: [], where };
      const id = await incident({ evidence: { asked, numbers: { limit: 0.3 } } });
      const made = await done(post(`/api/bi/ticket/create/${id}`, {}));
      const shared_with = [{ kind: 'publisher', name: 'alpha' }];
      await done(post(`/api/bi/ticket/${made.id}/share`, { shared_with }));
      return (await done(get(`/api/bi/ticket/${made.id}`, 'publisher'))).incidents[0].frozen;
    };
    const own = await seenOf({ publisher: ['alpha'] });
    expect(own).toEqual({ numbers: {}, rule_set_version: null, counts: expect.anything(), sample: expect.anything() });
    expect(own.sample).toHaveLength(5);
    for (const where of [{}, { publisher: ['alpha', 'beta'] }, { campaign: ['x'] }])
      expect(await seenOf(where)).toEqual({ numbers: {}, rule_set_version: null, counts: null, sample: [] });
  });
});

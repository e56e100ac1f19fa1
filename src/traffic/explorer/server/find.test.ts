import { beforeAll, describe, expect, it } from 'vitest';
import { createPackage, packageInfoOf } from '#platform/server/access/packages.ts';
import type { Scope } from '#platform/server/access/scope.ts';
import { QueryFailed } from '#platform/server/clickhouse/query-errors.ts';
import { sql } from '#platform/server/clickhouse/sql.ts';
import { FIND_DAYS, MOST_FOUND } from '#traffic/explorer/contract/find-endpoint.ts';
import { scopeAs } from '../../../../test/support/scope-as.ts';
import { useClickHouse } from '../../../../test/support/use-clickhouse.ts';
import { useDatabase } from '../../../../test/support/use-database.ts';
import { find } from './find.ts';

const ch = useClickHouse();
const database = useDatabase();

const owner = scopeAs();
const publisher = scopeAs({ roleName: 'publisher', publishers: ['Vossel Display'] });
const agency = scopeAs({ roleName: 'agency', vendors: ['Agency A'] });

const OLD = '01234567-89ab-cdef-0123-456789abcdef';
const event = (over: object) => ({
  package: 'shop',
  kind: 'click',
  ts: '2026-03-10 12:00:00.000',
  person: 0,
  publisher: 'Vossel Display',
  campaign: 'Spring',
  vendor: 'Agency A',
  ...over,
});

beforeAll(async () => {
  for (const name of ['shop', 'other'])
    await createPackage(database, {
      name,
      title: name,
      platform: 'web',
      timeZone: 'UTC',
      currency: 'EUR',
      dashboardTypes: [],
    });
  await ch.command(sql`TRUNCATE TABLE traffic`);
  await ch.insert('traffic', [
    event({}),
    event({}),
    event({ publisher: 'The Vosselers', vendor: 'Agency B', campaign: 'Vossel autumn', click_id: 'vossel-click-1' }),
    event({ row_id: OLD, ts: '2024-01-01 00:00:00.000', publisher: 'Vossel of old', click_id: 'vossel-click-0' }),
    event({ package: 'other', publisher: 'Vossel elsewhere', click_id: 'vossel-click-1' }),
    ...Array.from({ length: 9 }, (_, n) => event({ sub_publisher: `many-${n}`, publisher: "100% O'Brien" })),
  ]);
});

const ask = async (scope: Scope, text: string) => {
  const info = await packageInfoOf(owner, database, 'shop', new Date('2026-03-11T00:00:00Z'));
  return find(scope, { clickhouse: ch, database }, { info, text });
};
const names = async (scope: Scope, text: string) =>
  (await ask(scope, text)).names.map(({ field, value, events }) => `${field} ${value} ${events}`).sort();

describe('finding', () => {
  it('finds names in any case, those that begin so first, of the package and its last days only', async () => {
    expect(await names(owner, 'vOSSel')).toEqual([
      'campaign Vossel autumn 1',
      'publisher The Vosselers 1',
      'publisher Vossel Display 2',
    ]);
    const found = (await ask(owner, 'vossel')).names;
    expect(found.map(({ value }) => value)).toEqual(['Vossel Display', 'The Vosselers', 'Vossel autumn']);
    expect(FIND_DAYS).toBe(90);
  });

  it('takes a text as it stands and gives a few of each field', async () => {
    expect(await names(owner, "0% o'b")).toEqual(["publisher 100% O'Brien 9"]);
    expect(await names(owner, '%')).toHaveLength(1);
    expect(await names(owner, 'many-')).toHaveLength(MOST_FOUND);
  });

  it('finds an event of any day by its id, of the package only, and others by an id they came with', async () => {
    expect((await ask(owner, OLD.toUpperCase())).events).toEqual([
      { row_id: OLD, kind: 'click', at: '2024-01-01T00:00:00Z', verdict: 'clean' },
    ]);
    const { events } = await ask(owner, 'vossel-click-1');
    expect(events.map(({ at }) => at)).toEqual(['2026-03-10T12:00:00Z']);
    expect((await ask(owner, 'click')).events).toEqual([]);
  });

  it('shows a publisher and an agency what is theirs, and a publisher no way to look for ids it does not see', async () => {
    expect(await names(publisher, 'vossel')).toEqual(['publisher Vossel Display 2']);
    expect(await names(agency, 'vossel')).toEqual(['publisher Vossel Display 2']);
    expect((await ask(publisher, 'vossel-click-1')).events).toEqual([]);
    expect((await ask(publisher, OLD)).events).toEqual([]);
    expect((await ask(agency, OLD)).events).toHaveLength(1);
    await expect(ask(scopeAs({ packages: ['other'] }), 'vossel')).rejects.toThrow();
  });

  it('looks in no filter that was left out of the menu', async () => {
    const selected = new Map([['shop', { pages: null, filters: new Set(['campaign']) }]]);
    expect(await names(scopeAs({ selected }), 'vossel')).toEqual(['campaign Vossel autumn 1']);
  });

  it('says that it is not complete when the traffic could not be looked through in time', async () => {
    const info = await packageInfoOf(owner, database, 'shop', new Date('2026-03-11T00:00:00Z'));
    const late: Pick<typeof ch, 'query'> = {
      query: (question, options) =>
        options?.tag === 'find'
          ? Promise.reject(new QueryFailed('too slow', 'unavailable', 159))
          : ch.query(question, options),
    };
    const answer = await find(owner, { clickhouse: late, database }, { info, text: 'vossel' });
    expect(answer).toEqual({ names: [], events: [], rules: [], complete: false });
  });
});

// @drawn previews of decisions
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createPackage, packageInfoOf } from '#platform/server/access/packages.ts';
import { sql } from '#platform/server/clickhouse/sql.ts';
import { ruleSetTable, sourceDecisionTable, verdictChangeTable, whiteListTable } from '#traffic/judge/server/tables.ts';
import { eventsWithFacts } from '#traffic/judge/testing/random-facts.ts';
import { useStoredEvents } from '#traffic/judge/testing/use-stored-events.ts';
import { defaultRuleSet } from '#traffic/rules/server/registry.ts';
import { SHOP, scopeAs } from '../../../../../test/support/scope-as.ts';
import { useClickHouse } from '../../../../../test/support/use-clickhouse.ts';
import { useDatabase } from '../../../../../test/support/use-database.ts';
import { decideSource, type NewSourceDecision, takeBack } from './decide-source.ts';
import { previewSource } from './preview-source.ts';

const clickhouse = useClickHouse();
const database = useDatabase();
const now = new Date('2026-11-20T12:00:00Z');
const stores = { clickhouse, database, now: () => now };
const owner = scopeAs();

beforeAll(() => createPackage(database, SHOP));
/** p2 brings events of two sites and of none. */
const events = eventsWithFacts(600, 3, defaultRuleSet()).map((event, index) => ({
  ...event,
  sub_publisher: ['', 's1', 's2'][index % 3],
  cost: (index % 4) / 8,
  currency: 'USD',
}));
useStoredEvents(clickhouse, database, 'shop', events);
beforeEach(async () => {
  await database.db.delete(sourceDecisionTable);
  await database.db.delete(verdictChangeTable);
});

const info = () => packageInfoOf(owner, database, 'shop', now);
const decide = async (wanted: Partial<NewSourceDecision>) =>
  decideSource(owner, stores, await info(), {
    publisher: 'p2',
    sub_publisher: null,
    state: 'confirmed',
    reason: 'the partner admitted it',
    ...wanted,
  });
const state = () =>
  clickhouse.query<Record<string, unknown>>(
    sql`SELECT row_id, verdict, reason, hits, origin_reason, whitelist_id FROM traffic ORDER BY row_id`,
  );

describe('a preview', () => {
  const preview = async (wanted: Partial<NewSourceDecision>, who = owner) =>
    previewSource(who, stores, await info(), { publisher: 'p2', sub_publisher: null, state: 'confirmed', ...wanted });
  /** Verdicts and money now, read from the rows. */
  const booked = () =>
    clickhouse.query<{
      row_id: string;
      kind: string;
      publisher: string;
      sub_publisher: string;
      verdict: string;
      cost: number;
      currency: string;
    }>(
      sql`SELECT toString(row_id) AS row_id, toString(kind) AS kind, toString(publisher) AS publisher, toString(sub_publisher) AS sub_publisher,
        toString(verdict) AS verdict, toFloat64(cost) AS cost, toString(currency) AS currency FROM traffic`,
    );
  const middle = async () =>
    (
      await clickhouse.query<{ day: string }>(
        sql`SELECT toString(toDate(quantileExact(0.5)(ts), 'Asia/Kolkata')) AS day FROM traffic WHERE publisher = 'p2'`,
      )
    )[0]?.day ?? '';

  it.each([
    ['confirming a whole publisher', async () => ({})],
    ['confirming a site from a day on', async () => ({ sub_publisher: 's1', from: await middle() })],
    [
      'clearing a publisher of whom a person had confirmed a site',
      async () => {
        await decide({ sub_publisher: 's1' });
        return { state: 'cleared' as const, sub_publisher: 's1' };
      },
    ],
    ['clearing what only statistics say something of', async () => ({ state: 'cleared' as const })],
  ])(
    'of %s tells to the unit what then happens: events by kind, followers, money and closed months',
    async (_, wanted) => {
      const asked = await wanted();
      const told = await preview(asked);
      const before = new Map((await booked()).map((row) => [row.row_id, row]));
      const stored = await state();
      expect(await preview(asked), 'a preview writes nothing').toEqual(told);
      expect(await state()).toEqual(stored);
      const { changes } = await decide(asked);
      expect(told.changes).toEqual(changes);
      const moved = (await booked()).flatMap((row) => {
        const was = before.get(row.row_id);
        return was && was.verdict !== row.verdict ? [{ ...row, was: was.verdict }] : [];
      });
      expect(moved.length).toBe(changes.reduce((sum, { events: n }) => sum + n, 0));
      const { sub_publisher: site } = { sub_publisher: null, ...asked };
      const own = moved.filter((row) => row.publisher === 'p2' && (site === null || row.sub_publisher === site));
      expect(told.following).toBe(moved.length - own.length);
      for (const { kind, changed } of told.kinds)
        expect([kind, changed]).toEqual([kind, own.filter((row) => row.kind === kind).length]);
      const money = (of: typeof moved) => of.reduce((sum, { cost }) => sum + cost, 0);
      const moneyTold = (amounts: Record<string, string>) =>
        Object.values(amounts).reduce((sum, text) => sum + Number(text), 0);
      const isFraud = ({ verdict, was }: (typeof moved)[number]): boolean => verdict === 'fraud' || was === 'fraud';
      const currencies = Object.keys({ ...told.money.to_fraud, ...told.money.from_fraud });
      expect(currencies).toEqual(moved.some(isFraud) ? ['USD'] : []);
      expect(moneyTold(told.money.to_fraud)).toBeCloseTo(money(moved.filter(({ verdict }) => verdict === 'fraud')), 5);
      expect(moneyTold(told.money.from_fraud)).toBeCloseTo(money(moved.filter(({ was }) => was === 'fraud')), 5);
      const noted = await database.db.select().from(verdictChangeTable);
      const closed = noted.filter(({ cause, afterClosing }) => cause === 'source' && afterClosing);
      expect(new Set(told.closed_months.map(({ month }) => month))).toEqual(new Set(closed.map(({ month }) => month)));
    },
  );

  it('that became old by another decision is refused, changes nothing, and its newer one is carried out', async () => {
    const asked = { state: 'cleared' as const };
    const { basis, changes } = await preview(asked);
    const other = await decide({});
    expect(other.changes, 'the other decision changes what clearing does').not.toEqual([]);
    const stored = await state();
    await expect(decide({ ...asked, basis })).rejects.toMatchObject({ status: 409, code: 'conflict', field: 'basis' });
    expect(await state()).toEqual(stored);
    expect(await database.db.select().from(sourceDecisionTable)).toHaveLength(1);
    const newer = await preview(asked);
    expect(newer.changes).not.toEqual(changes);
    expect((await decide({ ...asked, basis: newer.basis })).changes).toEqual(newer.changes);
  });

  it('becomes old by a decision about a part, by rules, by the white list, and by taking back; not by others', async () => {
    const { basis } = await preview({});
    const bases = [basis];
    const moved = async () => {
      const { basis: now } = await preview({});
      expect(bases).not.toContain(now);
      bases.push(now);
    };
    await decide({ publisher: 'p1' });
    expect((await preview({})).basis).toBe(basis);
    const { id } = await decide({ sub_publisher: 's1' });
    await moved();
    await takeBack(owner, stores, id);
    expect((await preview({})).basis, 'as if it had never been').toBe(basis);
    const { rules } = defaultRuleSet();
    await database.db
      .insert(ruleSetTable)
      .values({ packageName: 'shop', version: 99, rules, reason: 'r', author: 'a' });
    await moved();
    await database.db.delete(ruleSetTable);
    const spared = { packageName: 'shop', kind: 'ip' as const, value: '9.9.9.9', reason: 'r', author: 'a' };
    const condition = { op: 'eq' as const, field: 'publisher', value: 'p9' };
    await database.db.insert(whiteListTable).values({ ...spared, condition });
    await moved();
    await database.db.delete(whiteListTable);
  });

  it('is not asked for: a decision without one is carried out, and an interrupted one is repeated', async () => {
    await decide({});
    const { basis } = await preview({ state: 'cleared' });
    const wanted = { state: 'cleared' as const, basis };
    const { id } = await decide(wanted);
    expect((await decide(wanted)).id).toBe(id);
    await expect(decide({ ...wanted, reason: 'another one says it' })).rejects.toMatchObject({ status: 409 });
    expect((await decide({})).id).toBeGreaterThan(id);
  });

  it('counts of how many events, and is refused to whom the decision is', async () => {
    const { kinds } = await preview({});
    expect(kinds.reduce((sum, { events: n }) => sum + n, 0)).toBe(
      (await booked()).filter(({ publisher, verdict }) => publisher === 'p2' && verdict !== 'filtered').length,
    );
    const others = {
      foreign: scopeAs({ packages: ['other'] }),
      vendor: scopeAs({ roleName: 'agency', vendors: ['v1'] }),
    };
    await expect(preview({}, others.foreign)).rejects.toMatchObject({ code: 'foreign_package' });
    await expect(preview({}, others.vendor)).rejects.toMatchObject({ status: 403 });
    await expect(preview({}, scopeAs({ roleName: 'publisher', publishers: ['p2'] }))).rejects.toMatchObject({
      status: 403,
    });
    await expect(preview({ from: '2027-01-01' })).rejects.toMatchObject({ status: 422 });
  });

  it('nobody decides about the pages of the site itself, neither in a preview nor in earnest', async () => {
    await expect(preview({ publisher: 'internal' })).rejects.toMatchObject({ status: 422, field: 'publisher' });
    await expect(decide({ publisher: 'internal' })).rejects.toMatchObject({ status: 422, field: 'publisher' });
  });
});

import { isDeepStrictEqual } from 'node:util';
import type { PackageInfo } from '#platform/contract/package-info.ts';
import type { Scope } from '#platform/server/access/scope.ts';
import { basisFor, basisOf, type Payout, payoutsOf, type SettlementParts } from './payout.ts';
import { isFinal, type Row, type Tx } from './settled.ts';

/** Periods of a list whose figures are reckoned again; the others are asked when they are approved. */
const NEWEST_PERIODS = 6;

/** What reports that are not approved come to now, by their number; of which nothing comes there is none. */
export async function payoutsNow(
  scope: Scope,
  parts: SettlementParts,
  info: PackageInfo,
  rows: readonly Row[],
): Promise<Map<number, Payout>> {
  const found = new Map<number, Payout>();
  for (const own of periodsOf(rows.filter((row) => !isFinal(row))).values()) {
    const [first] = own;
    if (!first) continue;
    const asked = { from: first.periodFrom, to: first.periodTo, publishers: namesOf(own) };
    const payouts = new Map((await payoutsOf(scope, parts, info, asked)).map((each) => [each.publisher, each]));
    for (const { id, publisher } of own) {
      const payout = payouts.get(publisher);
      if (payout) found.set(id, payout);
    }
  }
  return found;
}

/** Numbers of reports whose figures would come out otherwise now. */
export async function outdated(
  scope: Scope,
  parts: SettlementParts,
  info: PackageInfo,
  rows: readonly Row[],
): Promise<ReadonlySet<number>> {
  const newest = [...periodsOf(rows.filter((row) => !isFinal(row)))]
    .sort(([a], [b]) => (a < b ? 1 : -1))
    .slice(0, NEWEST_PERIODS)
    .flatMap(([, own]) => own);
  const now = await payoutsNow(scope, parts, info, newest);
  return new Set(newest.filter((row) => !isAsNow(row, now.get(row.id))).map(({ id }) => id));
}

/** Whether lines and totals are what they were reckoned to be now. */
export const isAsNow = (row: Row, now: Payout | undefined): now is Payout =>
  now !== undefined &&
  isDeepStrictEqual(stored({ rows: row.rows, totals: row.totals }), stored({ rows: now.rows, totals: now.totals }));

/** Reports whose terms, settings, counts or adjustments are no longer those by which they were reckoned just now. */
export async function movedSince(
  parts: SettlementParts,
  tx: Tx,
  info: PackageInfo,
  rows: readonly Row[],
  now: ReadonlyMap<number, Payout>,
): Promise<ReadonlySet<number>> {
  const moved = new Set<number>();
  for (const own of periodsOf(rows).values()) {
    const [first] = own;
    if (!first) continue;
    const basis = await basisOf(parts, tx, info, { from: first.periodFrom, to: first.periodTo });
    for (const { id, publisher } of own)
      if (!isDeepStrictEqual(stored(basisFor(publisher, basis)), stored(now.get(id)?.basis ?? null))) moved.add(id);
  }
  return moved;
}

/** As a column of JSON gives it back. */
const stored = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

function periodsOf(rows: readonly Row[]): Map<string, Row[]> {
  const periods = new Map<string, Row[]>();
  for (const row of rows) {
    const key = `${row.periodFrom} ${row.periodTo}`;
    periods.set(key, [...(periods.get(key) ?? []), row]);
  }
  return periods;
}

/** All where one of them has no name: an empty name asks for everybody. */
const namesOf = (rows: readonly Row[]): string[] =>
  rows.some(({ publisher }) => publisher === '') ? [] : rows.map(({ publisher }) => publisher);

import type { PayoutRow } from '#domains/settlements/contract/payout.ts';
import type { EventKind } from '#traffic/event/contract/event.ts';
import type { Period } from './basis.ts';
import type { PayeeLine } from './lines-of.ts';

/** Days within which the events of a line lie, and their kinds. */
export interface Behind extends Period {
  kinds: readonly EventKind[];
}

export const reaching = ({ from, to, kinds }: Behind, kind: EventKind, days: Period): Behind => ({
  from: days.from < from ? days.from : from,
  to: days.to > to ? days.to : to,
  kinds: kinds.includes(kind) ? kinds : [...kinds, kind],
});

/** Whether both could hold the same event, as far as days, kinds and names say. */
const overlap = (a: PayeeLine, b: PayeeLine): boolean =>
  a.campaign === b.campaign &&
  a.event === b.event &&
  a.behind.from <= b.behind.to &&
  b.behind.from <= a.behind.to &&
  a.behind.kinds.some((kind) => b.behind.kinds.includes(kind));

/**
 * Where the events of each line of a publisher are, in their order. What is paid by the state of an order or by what the
 * event says it cost lies on the same days as what is paid otherwise: no filter tells these apart, so they have null.
 */
export const eventsBehind = (lines: readonly PayeeLine[]): PayoutRow['events'][] =>
  lines.map((line) =>
    lines.some((other) => other !== line && overlap(line, other))
      ? null
      : { ...line.behind, kinds: [...line.behind.kinds] },
  );

const keyOf = ({ campaign, event, payment_model, model, rate, currency, reckoned }: PayoutRow): string =>
  JSON.stringify([campaign, event, payment_model, model, rate, currency, reckoned?.tiers ?? []]);

/** Lines of a publisher with where their events are: as they are now, or as they were approved. */
export function withEvents(
  rows: readonly PayoutRow[],
  now: { rows: readonly PayoutRow[]; events: readonly PayoutRow['events'][] } | undefined,
): PayoutRow[] {
  const places = new Map<string, PayoutRow['events']>();
  for (const [at, row] of (now?.rows ?? []).entries())
    places.set(keyOf(row), places.has(keyOf(row)) ? null : now?.events[at]);
  return rows.map((row) => ({ ...row, events: places.get(keyOf(row)) ?? null }));
}

import type { AgreedTerms } from '#domains/agreements/contract/book.ts';
import type { SettledPeriod } from '#domains/agreements/contract/settled-days.ts';
import { addDays } from '#platform/contract/date-range.ts';
import { EVENT_KINDS, type EventKind } from '#traffic/event/contract/event.ts';
import { PAYMENT_MODELS, type PaymentModelName } from '#traffic/money/contract/payment-models.ts';
import { termsFor } from '#traffic/money/contract/terms-for.ts';
import type { AgreementParts } from './agreement-parts.ts';
import { agreementBook, type Db, type Tx } from './book.ts';
import { refuse } from './refuse.ts';

const ALWAYS = { from: '0001-01-01', to: '9999-12-31' };

export const allTerms = (db: Db | Tx, packageName: string): Promise<AgreedTerms[]> =>
  agreementBook.inForce(db, packageName, ALWAYS);

/** The last day until which approved payout reports were paid by an agreement, and by a payment model. */
export interface SettledUntil {
  assignments: ReadonlyMap<number, string>;
  models: ReadonlyMap<number, string>;
}

export async function settledUntil(
  { settledDays }: Pick<AgreementParts, 'settledDays'>,
  db: Db | Tx,
  packageName: string,
): Promise<SettledUntil> {
  const terms = await allTerms(db, packageName);
  const periods = await settledDays.of(db, packageName);
  const assignments = new Map<number, string>();
  const models = new Map<number, string>();
  for (const period of periods)
    for (const { assignment, payment_model } of usedBy(period, terms)) {
      atLeast(assignments, assignment, period.to);
      atLeast(models, payment_model, period.to);
    }
  return { assignments, models };
}

function atLeast(days: Map<number, string>, key: number, day: string): void {
  const known = days.get(key);
  if (known === undefined || known < day) days.set(key, day);
}

/**
 * Nothing that an approved report was paid by is other than it was: asked with the change made, inside its transaction.
 * Refused with the first day from which other terms may count; what must be other before is an adjustment.
 */
export async function requireSettledStay(
  { settledDays }: Pick<AgreementParts, 'settledDays'>,
  tx: Tx,
  packageName: string,
  { before, isGone = false }: { before: readonly AgreedTerms[]; isGone?: boolean },
): Promise<void> {
  const periods = await settledDays.held(tx, packageName);
  if (periods.length === 0) return;
  const after = await allTerms(tx, packageName);
  const [last] = periods
    .filter((period) => changes(period, before, after))
    .sort((a, b) => (a.to === b.to ? (a.publisher < b.publisher ? -1 : 1) : a.to < b.to ? 1 : -1));
  if (!last) return;
  const values = { publisher: last.publisher, until: last.to, from: addDays(last.to, 1) };
  if (isGone) throw refuse('terms_settled_gone', values, { as: 'conflict' });
  throw refuse('terms_settled', values, { as: 'conflict', field: 'valid_from' });
}

const changes = (period: SettledPeriod, before: readonly AgreedTerms[], after: readonly AgreedTerms[]): boolean => {
  const days = daysOf(period, [...before, ...after]);
  const told = (terms: readonly AgreedTerms[]): string => JSON.stringify(paidOn(period, terms, days).map(payOf));
  return told(before) !== told(after);
};

const usedBy = (period: SettledPeriod, terms: readonly AgreedTerms[]): AgreedTerms[] =>
  paidOn(period, terms, daysOf(period, terms)).filter((each) => each !== undefined);

/** A day of each stretch in which nothing changes. */
function daysOf({ publisher, from, to }: SettledPeriod, terms: readonly AgreedTerms[]): string[] {
  const changed = terms
    .filter((each) => each.publisher === publisher || each.publisher === '')
    .flatMap((each) => [each.from, ...(each.to === null ? [] : [addDays(each.to, 1)])]);
  return [...new Set([from, ...changed.filter((day) => day > from && day <= to)])].sort();
}

/** What the lines of a report are paid by, day by day, and what is owed to its publisher whatever comes. */
function paidOn(
  { publisher, paid }: SettledPeriod,
  all: readonly AgreedTerms[],
  days: readonly string[],
): (AgreedTerms | undefined)[] {
  const terms = all.filter((each) => each.publisher === publisher || each.publisher === '');
  return days.flatMap((day) => [
    ...paid.flatMap(({ campaign, event, model }) =>
      kindsOf(model, event).map((kind) => termsFor(terms, { publisher, campaign, event, kind, day })),
    ),
    ...terms.filter((each) => each.publisher === publisher && isOwedAnyway(each) && isOn(each, day)),
  ]);
}

/** Of what was paid without an agreement no model says the kind: an agreement for any of them would change it. */
const kindsOf = (model: PaymentModelName | null, event: string): readonly EventKind[] =>
  model ? PAYMENT_MODELS[model].kinds : event === '' ? EVENT_KINDS : PAYMENT_MODELS.CPA.kinds;

const isOwedAnyway = ({ fixed, min_guarantee }: AgreedTerms): boolean =>
  Number(fixed) > 0 || Number(min_guarantee ?? 0) > 0;

const isOn = ({ from, to }: AgreedTerms, day: string): boolean => from <= day && (to === null || to >= day);

/** What decides how much is paid, whatever the agreement is called. */
const payOf = (terms: AgreedTerms | undefined): unknown =>
  terms && [
    terms.model,
    terms.currency,
    terms.rate,
    terms.tiers,
    terms.tiers_apply,
    terms.percent,
    terms.fixed,
    terms.min_guarantee,
    terms.budget,
    terms.cap,
    terms.hold_days,
    terms.withholding_percent,
    terms.order_status,
  ];

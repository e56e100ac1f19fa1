import type { Figures } from '#domains/tracking/contract/report-rows.ts';
import type { ReportGroup } from '#domains/tracking/contract/reports.ts';
import type { Scope } from '#platform/server/access/scope.ts';
import { AMOUNT_DIGITS, type Amounts, addAmounts, decimalOf, unitsOf } from '#traffic/money/contract/decimal.ts';
import { type Named, type Question, readAsked } from './asked.ts';
import { type ClickCounts, clickCounts } from './click-counts.ts';
import { type ConversionCounts, conversionCounts, NOTHING_REACHED } from './conversion-counts.ts';
import type { ReportParts } from './report-parts.ts';

export interface Group {
  day: string;
  publisher: string;
  sub_publisher: string;
  campaign: Named;
  figures: Figures;
  by_event: Readonly<Record<string, number>>;
}

/** The one place where clicks of the traffic and what they reached are put together. */
export async function figuresBy(
  scope: Scope,
  parts: ReportParts,
  question: Question,
  by: readonly ReportGroup[],
): Promise<Group[]> {
  const [clicks, reached] = await Promise.all([
    clickCounts(scope, parts, question, by),
    conversionCounts(parts, question, by),
  ]);
  const groups = new Map<string, { clicks: ClickCounts[]; reached: ConversionCounts[]; campaign: Named }>();
  const groupOf = (row: ClickCounts | ConversionCounts) => {
    const campaign = by.includes('campaign') ? campaignOf(question, row) : NO_CAMPAIGN;
    const key = JSON.stringify([row.day, row.publisher, row.sub_publisher, campaign.id ?? campaign.name]);
    const found = groups.get(key) ?? { clicks: [], reached: [], campaign };
    groups.set(key, found);
    return found;
  };
  for (const row of clicks) groupOf(row).clicks.push(row);
  for (const row of reached) groupOf(row).reached.push(row);
  return [...groups.values()].map((group) => ({
    ...placeOf(group.clicks[0] ?? group.reached[0]),
    campaign: group.campaign,
    figures: figuresOf(question, group.clicks, group.reached),
    by_event: countsAdded(group.reached.map(({ by_event }) => by_event)),
  }));
}

function countsAdded(parts: readonly Readonly<Record<string, number>>[]): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const [name, n] of parts.flatMap(Object.entries<number>)) sums[name] = (sums[name] ?? 0) + n;
  return sums;
}

/** All of it together. */
export async function totalFigures(scope: Scope, parts: ReportParts, query: Parameters<typeof readAsked>[2]) {
  const question = await readAsked(scope, parts, query);
  const [only] = await figuresBy(scope, parts, question, []);
  return only?.figures ?? figuresOf(question, [], []);
}

const NO_CAMPAIGN: Named = { id: null, name: '', key: '', currency: '' };

const placeOf = (row: ClickCounts | ConversionCounts = NOTHING_REACHED) => ({
  day: row.day,
  publisher: row.publisher,
  sub_publisher: row.sub_publisher,
});

/** A deleted campaign is known by its name alone. */
function campaignOf({ campaigns }: Question, row: ClickCounts | ConversionCounts): Named {
  const known =
    'key' in row
      ? (campaigns.find(({ key }) => key === row.key && key !== '') ??
        campaigns.find(({ key, name }) => key === '' && name === row.name))
      : campaigns.find(({ id }) => id === row.id);
  return known ?? { id: 'id' in row ? row.id : null, name: row.name, key: '', currency: '' };
}

function figuresOf(question: Question, clicks: readonly ClickCounts[], reached: readonly ConversionCounts[]): Figures {
  const clicked = (of: 'impressions' | 'clicks' | 'duplicates' | 'valid' | 'total' | 'fraud') => sum(clicks, of);
  const brought = (of: 'events' | 'approved' | 'pending' | 'rejected' | 'over') => sum(reached, of);
  const unique = clicked('clicks') - clicked('duplicates');
  // Of what clicks cost by themselves nobody can say which event it was for.
  const own = question.events.length > 0 || question.states.length > 0 ? [] : clicks;
  const cost = addAmounts([...own.map((each) => each.cost), ...reached.map(({ payout }) => payout)]);
  const revenue = addAmounts([...own, ...reached].map((each) => each.revenue));
  const approved = addAmounts([...own.map((each) => each.cost), ...reached.map((each) => each.approved_payout)]);
  const shown = <T>(value: T): T | null => (question.hidesRevenue ? null : value);
  return {
    impressions: clicked('impressions'),
    clicks: clicked('clicks'),
    unique_clicks: unique,
    duplicates: clicked('duplicates'),
    valid_clicks: clicked('valid'),
    events: brought('events'),
    approved: brought('approved'),
    pending: brought('pending'),
    rejected: brought('rejected'),
    over: brought('over'),
    total: clicked('total'),
    fraud: clicked('fraud'),
    fraud_percentage: percentOf(clicked('fraud'), clicked('total')),
    cost,
    revenue: shown(revenue),
    profit: shown(addAmounts([revenue, negative(cost)])),
    epc: shown(perClick(revenue, countsAdded(clicks.map((each) => each.clicks_in)))),
    publisher_epc: perClick(approved, countsAdded(clicks.map((each) => each.valid_in))),
    conversion_rate: percentOf(brought('events'), unique),
  };
}

const sum = <K extends string>(rows: readonly Readonly<Record<K, number>>[], of: K): number =>
  rows.reduce((all, row) => all + row[of], 0);

/** 0 to 100; null where there is nothing to divide by. */
export const percentOf = (part: number, whole: number): number | null => (whole === 0 ? null : (100 * part) / whole);

const negative = (amounts: Amounts): Amounts =>
  Object.fromEntries(
    Object.entries(amounts).map(([currency, text]) => [currency, text.startsWith('-') ? text.slice(1) : `-${text}`]),
  );

const EPC_DIGITS = 6;

/**
 * Each currency by the clicks of its own campaigns, half up at the sixth digit; without an entry where there are none to
 * divide by, and null where there are none at all.
 */
function perClick(amounts: Amounts, clicks: Readonly<Record<string, number>>): Record<string, string> | null {
  const known = Object.entries(clicks).filter(([currency, n]) => currency !== '' && n > 0);
  if (known.length === 0) return null;
  return Object.fromEntries(
    known.map(([currency, n]) => {
      const divisor = BigInt(n) * 10n ** BigInt(AMOUNT_DIGITS - EPC_DIGITS);
      const twice = 2n * unitsOf(amounts[currency] ?? '0', AMOUNT_DIGITS) + divisor;
      const floor = twice / (2n * divisor) - (twice < 0n && twice % (2n * divisor) !== 0n ? 1n : 0n);
      return [currency, decimalOf(floor, EPC_DIGITS)];
    }),
  );
}

import Big from 'big.js';
import { minorDigits } from '#platform/contract/minor-digits.ts';
import { rounded, shared, sum } from './money.ts';
import {
  type Adjustment,
  BUCKETS,
  type Line,
  type Rules,
  type Settled,
  type SettledAgreement,
  type SettledLine,
  type Terms,
  type Total,
} from './settlement.ts';

const ZERO = new Big(0);
const HUNDRED = new Big(100);

/**
 * What is owed for a period, from counts, terms and rates: pure, so that it can be checked by properties and by hand.
 *
 * Of each line (events of one source and campaign under one agreement):
 *
 *     valid      = gross - duplicate - invalid - out of window - not approved - over cap
 *     allowed    = min(invalid, floor(gross * allowance %))            paid although it is invalid
 *     paid       = valid + allowed
 *     gross amount = gross * rate / per + revenue * share %            half-up, to the minor unit
 *     net        = paid * rate / per + revenue of what is paid * share %
 *     deductions = gross amount - net, handed out over the buckets by what each costs
 *
 * and of each agreement, over its lines: the cap takes units away in proportion; tiers make one amount of all units, which
 * is handed out in proportion; no more than `max deduction %` of the gross amount is deducted; a guarantee adds what is
 * missing to it, a budget takes away what is beyond it. Source: research on settlements, part E.1.
 */
export function reckon(
  lines: readonly Line[],
  terms: readonly Terms[],
  rules: Rules,
  adjustments: readonly Adjustment[] = [],
): Settled {
  const counted = lines.map((line) => countsOf(line, rules));
  const settled = [...agreementsOf(terms)].map((versions) => settleAgreement(versions, counted, rules));
  const byId = new Map(settled.flatMap((each) => each.lines).map((line) => [line.id, line]));
  return {
    lines: lines.map(({ id, terms: of }) => {
      const line = byId.get(id);
      if (!line) throw new Error(`A line without terms: ${of}`);
      return line;
    }),
    agreements: settled.map(({ agreement }) => agreement),
    totals: totalsOf(settled, rules, adjustments),
  };
}

type Versions = readonly [Terms, ...Terms[]];

/** Versions by agreement and currency: amounts of two are never added. */
function agreementsOf(terms: readonly Terms[]): Iterable<Versions> {
  const found = new Map<string, [Terms, ...Terms[]]>();
  for (const each of terms) {
    const key = `${each.agreement} ${each.currency}`;
    const versions = found.get(key);
    if (versions) versions.push(each);
    else found.set(key, [each]);
  }
  return found.values();
}

interface Counted extends Line {
  gross: number;
  invalidUnits: number;
  allowed: number;
  /** Before the cap of the agreement. */
  paid: number;
  discrepancy: string | null;
  isDisputed: boolean;
}

/** Whose count holds, and what of it is paid for. */
function countsOf(line: Line, rules: Rules): Counted {
  const { counts, reported } = line;
  const { ours, theirs } = line.together ?? { ours: counts.gross, theirs: reported };
  const exact = theirs === null || ours === 0 ? null : HUNDRED.times(theirs - ours).div(ours);
  const isWithin = reported === null || theirs === ours || exact?.abs().lte(new Big(rules.tolerance)) === true;
  const gross = reported !== null && isWithin && rules.controlling === 'partner' ? reported : counts.gross;
  const invalidUnits = Object.values(counts.invalid).reduce((all, units) => all + units, 0);
  const taken = invalidUnits + BUCKETS.reduce((all, bucket) => all + counts[bucket], 0);
  const mostAllowed = Number(
    new Big(gross).times(rules.invalid_allowance_percent).div(HUNDRED).round(0, Big.roundDown),
  );
  const allowed = Math.min(invalidUnits, mostAllowed);
  return {
    ...line,
    gross,
    invalidUnits,
    allowed,
    paid: Math.max(0, gross - taken) + allowed,
    discrepancy: exact?.toFixed(2) ?? null,
    isDisputed: !isWithin,
  };
}

function settleAgreement(
  versions: Versions,
  all: readonly Counted[],
  rules: Rules,
): { lines: SettledLine[]; agreement: SettledAgreement } {
  const own = new Map(versions.map((terms) => [terms.id, terms]));
  const lines = all.filter((line) => own.has(line.terms));
  const cut = overCap(versions[0], lines);
  const settled = versions.flatMap((terms) =>
    settleLines(
      terms,
      lines.filter((line) => line.terms === terms.id),
      cut,
    ),
  );
  return { lines: settled, agreement: togetherOf(versions, settled, rules) };
}

function settleLines(terms: Terms, lines: readonly Counted[], cut: ReadonlyMap<string, Big>): SettledLine[] {
  const paidUnits = new Map(lines.map((line) => [line.id, new Big(line.paid).minus(cut.get(line.id) ?? 0)]));
  const grossUnits = new Map(lines.map((line) => [line.id, new Big(line.gross)]));
  const grossAmounts = amountsOf(terms, grossUnits, new Map(lines.map((line) => [line.id, line.revenue.gross])));
  const earned = earnedBy(lines, paidUnits);
  const netAmounts = amountsOf(terms, paidUnits, earned);
  return lines.map((line) => {
    const gross = grossAmounts.get(line.id) ?? ZERO;
    const net = netAmounts.get(line.id) ?? ZERO;
    const over = Number(cut.get(line.id) ?? 0);
    const paid = Number(paidUnits.get(line.id) ?? 0);
    return {
      id: line.id,
      terms: line.terms,
      gross: line.gross,
      discrepancy: line.discrepancy,
      isDisputed: line.isDisputed,
      invalid: line.invalidUnits,
      allowed: line.allowed,
      over_cap: line.counts.over_cap + over,
      valid: paid - Math.min(line.allowed, paid),
      paid,
      rate: hasOneRate(terms) ? new Big(terms.rate).toFixed() : null,
      earned: earned.get(line.id) ?? '0',
      gross_amount: gross,
      deductions: gross.minus(net),
      net,
      deducted: deductedBy(line, over, gross.minus(net), terms.currency),
    };
  });
}

const hasOneRate = ({ tiers, rate, percent }: Terms): boolean =>
  tiers.length === 0 && (new Big(rate).gt(0) || new Big(percent).eq(0));

/** Units beyond what the agreement pays for in a period, taken from its lines in proportion. */
function overCap({ cap }: Terms, lines: readonly Counted[]): Map<string, Big> {
  const all = lines.reduce((units, line) => units + line.paid, 0);
  if (cap === null || all <= cap) return new Map();
  return shared(new Big(all - cap), new Map(lines.map((line) => [line.id, new Big(line.paid)])), 0);
}

/** Of the revenue of a line what is paid for: that of its valid events, in proportion where a cap or allowance moves it. */
function earnedBy(lines: readonly Counted[], paidUnits: ReadonlyMap<string, Big>): Map<string, string> {
  return new Map(
    lines.map((line) => {
      const paid = paidUnits.get(line.id) ?? ZERO;
      const own = line.paid - line.allowed;
      if (own <= 0 || paid.gte(own)) return [line.id, line.revenue.valid];
      return [line.id, new Big(line.revenue.valid).times(paid).div(own).toFixed()];
    }),
  );
}

/** What units cost and revenue shares come to, line by line, half-up. */
function amountsOf(
  terms: Terms,
  units: ReadonlyMap<string, Big>,
  revenue: ReadonlyMap<string, string>,
): Map<string, Big> {
  const byUnits = terms.tiers.length > 0 ? tiered(terms, units) : undefined;
  return new Map(
    [...units].map(([id, count]) => {
      const share = new Big(revenue.get(id) ?? '0').times(terms.percent).div(HUNDRED);
      const own = byUnits?.get(id) ?? count.times(terms.rate).div(terms.per);
      return [id, rounded(own.plus(share), terms.currency)];
    }),
  );
}

/**
 * One amount for all units of the agreement, handed out to its lines by their units in whole minor units: the lines add
 * up to it, to the cent.
 */
function tiered(terms: Terms, units: ReadonlyMap<string, Big>): Map<string, Big> {
  const all = sum([...units.values()]);
  const amount = rounded(terms.tiers_apply === 'all' ? atOneRate(terms, all) : withinTiers(terms, all), terms.currency);
  return shared(amount, units, minorDigits(terms.currency));
}

function atOneRate({ tiers, per }: Terms, all: Big): Big {
  const tier = tiers.find(({ up_to }) => up_to === null || all.lte(up_to));
  return all.times(tier?.rate ?? '0').div(per);
}

function withinTiers({ tiers, per }: Terms, all: Big): Big {
  let from = 0;
  let amount = ZERO;
  for (const { up_to, rate } of tiers) {
    const end = up_to === null ? all : all.lt(up_to) ? all : new Big(up_to);
    if (end.gt(from)) amount = amount.plus(end.minus(from).times(rate).div(per));
    if (up_to === null) break;
    from = up_to;
  }
  return amount;
}

/** What each bucket takes of the amount of a line, by its units; the parts add up to the deduction. */
function deductedBy(line: Counted, overUnits: number, deduction: Big, currency: string): Map<string, Big> {
  const allowedShare =
    line.invalidUnits === 0 ? ZERO : new Big(line.invalidUnits - line.allowed).div(line.invalidUnits);
  const weights = new Map<string, Big>();
  for (const bucket of BUCKETS) weights.set(bucket, new Big(line.counts[bucket]));
  weights.set('over_cap', new Big(line.counts.over_cap + overUnits));
  for (const [category, units] of Object.entries(line.counts.invalid))
    weights.set(`invalid.${category}`, new Big(units).times(allowedShare));
  for (const [name, weight] of weights) if (weight.eq(0)) weights.delete(name);
  if (weights.size === 0) return new Map();
  return shared(deduction, weights, minorDigits(currency));
}

/** Bounds and extras of an agreement over its lines. */
function togetherOf(versions: Versions, lines: readonly SettledLine[], rules: Rules): SettledAgreement {
  const [{ agreement, currency, budget, withholding_percent }] = versions;
  const gross = sum(lines.map((line) => line.gross_amount));
  const deductions = sum(lines.map((line) => line.deductions));
  const most = rounded(gross.times(rules.max_deduction_percent).div(HUNDRED), currency);
  const givenBack = deductions.gt(most) ? deductions.minus(most) : ZERO;
  const fixed = rounded(sum(versions.map((terms) => new Big(terms.fixed))), currency);
  const before = gross.minus(deductions).plus(givenBack).plus(fixed);
  const least = rounded(sum(versions.map((terms) => new Big(terms.min_guarantee ?? '0'))), currency);
  const guarantee = least.gt(before) ? least.minus(before) : ZERO;
  const guaranteed = before.plus(guarantee);
  const mostPaid = budget === null ? guaranteed : rounded(new Big(budget), currency);
  const overBudget = guaranteed.gt(mostPaid) ? mostPaid.minus(guaranteed) : ZERO;
  const net = guaranteed.plus(overBudget);
  return {
    id: agreement,
    currency,
    fixed,
    given_back: givenBack,
    guarantee,
    over_budget: overBudget,
    net,
    withholding: rounded(net.times(withholding_percent).div(HUNDRED), currency),
  };
}

function totalsOf(
  settled: readonly { lines: readonly SettledLine[]; agreement: SettledAgreement }[],
  rules: Rules,
  adjustments: readonly Adjustment[],
): Total[] {
  const currencies = new Set([
    ...settled.map(({ agreement }) => agreement.currency),
    ...adjustments.map(({ currency }) => currency),
  ]);
  return [...currencies].sort().map((currency) => {
    const own = settled.filter(({ agreement }) => agreement.currency === currency);
    const added = adjustments.filter((each) => each.currency === currency);
    const extra = sum(added.map(({ amount }) => rounded(new Big(amount), currency)));
    const net = sum(own.map(({ agreement }) => agreement.net)).plus(extra);
    const tax = rounded(net.times(rules.tax_percent).div(HUNDRED), currency);
    const withholding = sum([
      ...own.map(({ agreement }) => agreement.withholding),
      ...added.map((each) => new Big(each.withholding ?? '0')),
    ]);
    return {
      currency,
      gross_amount: sum(own.flatMap(({ lines }) => lines.map((line) => line.gross_amount))),
      deductions: sum(own.flatMap(({ lines }) => lines.map((line) => line.deductions))),
      adjustments: extra,
      net,
      tax,
      withholding,
      payable: net.plus(tax).minus(withholding),
    };
  });
}

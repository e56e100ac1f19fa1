import type { PAY_MODELS } from '#domains/tracking/contract/terms.ts';
import { decimalOf, unitsOf } from '#traffic/money/contract/decimal.ts';
import type { LiveCampaign } from './live-campaigns.ts';

/** Digits of an amount that is owed. */
const DIGITS = 6;
const PERCENT_DIGITS = 4;
const RATE_DIGITS = 12;

interface Price {
  model: (typeof PAY_MODELS)[number];
  flat: string | null;
  percent: string | null;
}

/** What a reached goal pays and earns, by the prices of its day: decimal texts. Null where a share has no amount. */
export function payOf(
  campaign: LiveCampaign,
  {
    event,
    publisherId,
    day,
    amount,
  }: { event: string; publisherId: number | null; day: string; amount: string | null },
): { payout: string; revenue: string } | null {
  const goal = campaign.goals.get(event);
  if (!goal) return null;
  const own = campaign.overrides
    .filter((each) => each.publisherId === null || each.publisherId === publisherId)
    .filter((each) => each.event === null || each.event === event)
    .filter(({ fromDay, toDay }) => (fromDay === null || day >= fromDay) && (toDay === null || day <= toDay))
    .toSorted((a, b) => particularity(b) - particularity(a) || b.id - a.id)[0];
  const paid = own ?? goal;
  const payout = owed({ model: paid.payoutModel, flat: paid.payout, percent: paid.payoutPercent }, amount);
  const revenue = owed({ model: goal.revenueModel, flat: goal.revenue, percent: goal.revenuePercent }, amount);
  return payout === null || revenue === null ? null : { payout, revenue };
}

/** Any order, for what is paid a share of it. */
const SOME_AMOUNT = '1000000';

/**
 * The least that one more event would add to a cap of money; null where none adds anything. A share of an order may be as
 * small as one likes.
 */
export function leastOf(
  campaign: LiveCampaign,
  metric: 'payout' | 'revenue',
  { event, publisherId, day }: { event: string | null; publisherId: number | null; day: string },
): string | null {
  const least = [...campaign.goals.keys()]
    .filter((name) => event === null || event === name)
    .flatMap((name) => {
      const [flat, some] = ['0', SOME_AMOUNT].map((amount) =>
        unitsOf(payOf(campaign, { event: name, publisherId, day, amount })?.[metric] ?? '0', DIGITS),
      );
      return some ? [flat || 1n] : [];
    })
    .reduce<bigint | null>((low, units) => (low === null || units < low ? units : low), null);
  return least === null ? null : decimalOf(least, DIGITS);
}

/** Campaign before event, before publisher, before both; some days before all of them. */
const particularity = (each: LiveCampaign['overrides'][number]): number =>
  (each.fromDay !== null || each.toDay !== null ? 4 : 0) +
  (each.publisherId !== null ? 2 : 0) +
  (each.event !== null ? 1 : 0);

function owed({ model, flat, percent }: Price, amount: string | null): string | null {
  const hasFlat = model === 'flat' || model === 'both';
  const hasShare = model === 'percent' || model === 'both';
  if (hasShare && amount === null) return null;
  const units = (hasFlat ? unitsOf(flat ?? '0', DIGITS) : 0n) + (hasShare ? share(amount ?? '0', percent ?? '0') : 0n);
  return decimalOf(units, DIGITS);
}

/** Rounded half up at the last digit, once for each line. */
const share = (amount: string, percent: string): bigint =>
  halfUp(unitsOf(amount, DIGITS) * unitsOf(percent, PERCENT_DIGITS), 100n * 10n ** BigInt(PERCENT_DIGITS));

export const converted = (amount: string, rate: string): string =>
  decimalOf(halfUp(unitsOf(amount, DIGITS) * unitsOf(rate, RATE_DIGITS), 10n ** BigInt(RATE_DIGITS)), DIGITS);

const halfUp = (a: bigint, b: bigint): bigint => (2n * a + b) / (2n * b);

/** Whether so much more stays within a cap. */
export const fits = (used: string, more: string, most: string): boolean =>
  unitsOf(used, DIGITS) + unitsOf(more, DIGITS) <= unitsOf(most, DIGITS);

export const plus = (a: string, b: string): string => decimalOf(unitsOf(a, DIGITS) + unitsOf(b, DIGITS), DIGITS);

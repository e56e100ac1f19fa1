import Big from 'big.js';
import type { DocumentLine, How, Unit } from '#domains/invoices/contract/document.ts';
import type { PayoutRow } from '#domains/settlements/contract/payout.ts';
import type { SettledReport } from '#domains/settlements/contract/settled-book.ts';
import { PRICE_BASES } from '#traffic/money/contract/price-bases.ts';
import { amountText } from './amounts.ts';

/** What units are, by the name of the way of paying. */
const UNIT_OF: Readonly<Record<string, Unit>> = {
  CPM: 'impressions',
  CPC: 'clicks',
  CPV: 'visits',
  CPI: 'installs',
  CPA: 'actions',
  CPL: 'leads',
  CPS: 'sales',
  CPR: 'returns',
};
const RECORDED = 'Recorded';
const HUNDRED = 100;

/** All a payout report is owed in a currency, so that each amount can be reckoned again by whoever reads it. */
export function linesOf(
  { rows, totals, publisher, period_from, period_to }: SettledReport,
  currency: string,
): DocumentLine[] {
  const total = totals.find((each) => each.currency === currency);
  const none = {
    publisher,
    campaign: '',
    event: '',
    payment_model: '',
    period_from,
    period_to,
    units: null,
    rate: null,
  };
  const more = (['extras', 'adjustments'] as const).flatMap((kind): DocumentLine[] => {
    const amount = total?.[kind] ?? '0';
    return new Big(amount).eq(0) ? [] : [{ ...none, kind, amount: amountText(amount, currency) }];
  });
  const owed = rows.filter((row) => row.currency === currency && !new Big(row.net).eq(0));
  return [...owed.flatMap(linesOfRow), ...more];
}

function linesOfRow(row: PayoutRow): DocumentLine[] {
  const { currency, reckoned, model } = row;
  const units = reckoned?.paid ?? row.valid + row.allowed;
  const line = {
    kind: 'events' as const,
    publisher: row.publisher,
    campaign: row.campaign,
    event: row.event,
    payment_model: [row.payment_model, model === RECORDED ? '' : model].filter((part) => part !== '').join(' · '),
    period_from: row.period_from,
    period_to: row.period_to,
    units,
    unit: UNIT_OF[model] ?? ('events' as const),
  };
  const by = { line, currency };
  if (model === RECORDED) return [otherwise(by, { by: 'recorded' }, new Big(row.net))];
  const share = shareOf(row);
  const per = reckoned?.per ?? (model === 'CPM' ? PRICE_BASES.cpm.per : 1);
  if (row.rate !== null && !new Big(row.rate).eq(0)) {
    const atRate = amountText(new Big(units).times(row.rate).div(per), currency);
    const rest = new Big(row.net).minus(atRate);
    const priced = { ...line, rate: row.rate, per, amount: atRate };
    if (rest.eq(0)) return [priced];
    if (share) return [priced, otherwise(by, share, rest)];
  }
  const tiers = tiersOf(row);
  if (!tiers) return [otherwise(by, share, new Big(row.net))];
  const shared = share
    ? new Big(amountText(new Big(share.of).times(share.percent).div(HUNDRED), currency))
    : new Big(0);
  const tiered = otherwise(by, tiers, new Big(row.net).minus(shared));
  return share && !shared.eq(0) ? [tiered, otherwise(by, share, shared)] : [tiered];
}

const otherwise = (
  { line, currency }: { line: Omit<DocumentLine, 'rate' | 'amount'>; currency: string },
  how: How | undefined,
  amount: Big,
): DocumentLine => ({ ...line, rate: null, ...(how ? { how } : {}), amount: amountText(amount, currency) });

/** Of what the events earned, beside their units or instead of them. */
const shareOf = ({ reckoned }: PayoutRow): (How & { by: 'share' }) | undefined =>
  !reckoned || new Big(reckoned.percent).eq(0)
    ? undefined
    : { by: 'share', percent: reckoned.percent, of: reckoned.earned };

function tiersOf({ reckoned }: PayoutRow): How | undefined {
  if (!reckoned || reckoned.tiers.length === 0) return undefined;
  const { tiers, tiers_apply: apply, together, per } = reckoned;
  return { by: 'tiers', tiers, apply, together, per };
}

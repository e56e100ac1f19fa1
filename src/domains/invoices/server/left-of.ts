import Big from 'big.js';
import type { DocumentData, DocumentLine } from '#domains/invoices/contract/document.ts';
import { amountText, shareOf, sumOf } from './amounts.ts';

type Sums = Pick<DocumentData, 'net' | 'taxes' | 'tax' | 'withholding' | 'payable'>;

/** What credit notes about parts of a document have left of it. */
export interface Left {
  /** Of each line, in their order. */
  lines: Big[];
  net: Big;
  /** Of each tax, in their order. */
  taxes: Big[];
  withholding: Big;
  payable: Big;
}

export function leftOf(data: DocumentData, parts: readonly DocumentData[]): Left {
  const without = (whole: string, of: (part: DocumentData) => string): Big =>
    new Big(whole).minus(sumOf(parts.map(of)));
  const ofLine = (at: number) => (part: DocumentData) =>
    sumOf(part.lines.filter(({ of }) => of === at + 1).map(({ amount }) => amount)).toFixed();
  return {
    lines: data.lines.map(({ amount }, at) => without(amount, ofLine(at))),
    net: without(data.net, ({ net }) => net),
    taxes: data.taxes.map(({ amount }, at) => without(amount, ({ taxes }) => taxes[at]?.amount ?? '0')),
    withholding: without(data.withholding, ({ withholding }) => withholding),
    payable: without(data.payable, ({ payable }) => payable),
  };
}

/** Tax and what is kept back of a part of a document: as of the whole, never more than is left; of the rest just that. */
export function sumsOf(data: DocumentData, left: Left, net: Big): Sums {
  const { currency } = data;
  const isRest = net.eq(left.net);
  const capped = (amount: string, most: Big | undefined): string =>
    amountText(isRest || most?.lt(amount) ? (most ?? new Big(0)) : amount, currency);
  const inProportion = (whole: string): string =>
    // Lines that cancel each other leave nothing to be a share of.
    amountText(new Big(data.net).eq(0) ? '0' : new Big(whole).times(net).div(data.net), currency);
  const taxes = data.taxes.map((tax, at) => {
    const isShare = tax.amount === shareOf(new Big(data.net), tax.percent, currency);
    return {
      ...tax,
      amount: capped(isShare ? shareOf(net, tax.percent, currency) : inProportion(tax.amount), left.taxes[at]),
    };
  });
  const tax = sumOf(taxes.map(({ amount }) => amount));
  const withholding = capped(inProportion(data.withholding), left.withholding);
  return {
    net: amountText(net, currency),
    taxes,
    tax: amountText(tax, currency),
    withholding,
    payable: amountText(net.plus(tax).minus(withholding), currency),
  };
}

/** An amount of a line that is taken back; by how many units it came about is on the document it corrects. */
export const creditedLine = (line: DocumentLine, of: number, amount: string, note?: string): DocumentLine => ({
  kind: 'credited',
  publisher: line.publisher,
  campaign: line.campaign,
  event: line.event,
  payment_model: line.payment_model,
  period_from: line.period_from,
  period_to: line.period_to,
  units: null,
  rate: null,
  ...(note === undefined ? {} : { note }),
  of,
  amount,
});

/** What is left of each line, those that no credit note has touched as they were. */
export const restOf = ({ lines, currency }: DocumentData, left: Left): DocumentLine[] =>
  lines.flatMap((line, at) => {
    const amount = amountText(left.lines[at] ?? '0', currency);
    if (amount === line.amount) return [line];
    return new Big(amount).eq(0) ? [] : [creditedLine(line, at + 1, amount)];
  });

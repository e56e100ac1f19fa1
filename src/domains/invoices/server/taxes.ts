import Big from 'big.js';
import type { DocumentData } from '#domains/invoices/contract/document.ts';
import type { TaxRule } from '#domains/invoices/contract/party.ts';
import { amountText, shareOf, sumOf } from './amounts.ts';

/**
 * The rule for a customer on a day: the most particular one (its state, then its country, then every other), and of
 * these the one that is in force. Rules are data: nothing is built in.
 */
export function ruleFor(
  rules: readonly TaxRule[],
  { country, state_code, day }: { country: string; state_code: string; day: string },
): TaxRule | undefined {
  const weight = (rule: TaxRule): number => (rule.country === '' ? 0 : 1) + (rule.state_code === '' ? 0 : 2);
  return rules
    .filter((rule) => rule.valid_from <= day)
    .filter((rule) => rule.country === '' || rule.country === country)
    .filter((rule) => rule.state_code === '' || rule.state_code.toUpperCase() === state_code.toUpperCase())
    .sort((a, b) => weight(b) - weight(a) || (a.valid_from < b.valid_from ? 1 : -1))[0];
}

type Reckoned = Pick<DocumentData, 'category' | 'taxes' | 'tax_note' | 'tax' | 'withholding' | 'payable'>;

/** Each tax of the rule on the net amount, rounded by itself; what is kept back goes off what is payable. */
export function taxed(net: string, currency: string, rule: TaxRule | undefined): Reckoned {
  const base = new Big(net);
  const taxes = (rule?.taxes ?? []).map(({ name, percent }) => ({
    name,
    percent,
    amount: shareOf(base, percent, currency),
  }));
  const tax = sumOf(taxes.map(({ amount }) => amount));
  const withholding = shareOf(base, rule?.withholding_percent ?? '0', currency);
  return {
    category: rule?.category ?? null,
    taxes,
    tax_note: rule?.note ?? '',
    tax: amountText(tax, currency),
    withholding,
    payable: amountText(base.plus(tax).minus(withholding), currency),
  };
}

import Big from 'big.js';
import type { SettlementSetting } from '#domains/agreements/contract/agreement.ts';
import type { DocumentData, IssuedKind, Party } from '#domains/invoices/contract/document.ts';
import type { CustomerInfo, TaxRule } from '#domains/invoices/contract/party.ts';
import type { PayoutTotal } from '#domains/settlements/contract/payout.ts';
import type { SettledReport } from '#domains/settlements/contract/settled-book.ts';
import { addDays } from '#platform/contract/date-range.ts';
import type { Translate } from '#platform/contract/translate.ts';
import { amountText, sumOf } from './amounts.ts';
import { billableTotals } from './chosen-reports.ts';
import { linesOf } from './lines.ts';
import { refuse } from './refuse.ts';
import type { Settings } from './tables.ts';
import { ruleFor, taxed } from './taxes.ts';

const USUAL_DUE_DAYS = 30;

/** As is settled with the source, or with all of them, today; else as it was when the report was made. */
function dueDays({ publisher, setting }: SettledReport, { settlementSettings }: Material): number {
  const own = settlementSettings.find((each) => each.publisher === publisher);
  const found = own ?? settlementSettings.find((each) => each.publisher === '') ?? setting;
  return found?.due_days ?? USUAL_DUE_DAYS;
}

const untaxed = (currency: string) => (tax: { name: string; percent: string }) => ({
  ...tax,
  amount: amountText('0', currency),
});

/** Why there is no tax, where the rule does not say it: the law wants it on the paper. */
function reasonOf({ category, tax }: Pick<DocumentData, 'category' | 'tax'>, t: Translate): string {
  if (!new Big(tax).eq(0) || category === 'S' || category === 'Z') return '';
  return t(category === null ? 'invoices:no_rule_applied' : `invoices:reason_${category}`);
}

export interface Material {
  kind: IssuedKind;
  currency: string;
  reports: readonly SettledReport[];
  settings: Settings;
  /** Of the package, and of the source in whose name it is. */
  customer: CustomerInfo;
  day: string;
  /** As they are in force today. */
  settlementSettings: readonly SettlementSetting[];
  /** In the language of the document. */
  t: Translate;
}

/** All a document says but for its number and what it is worth in another currency. */
export function composed(material: Material): DocumentData {
  const { kind, currency, reports, settings, customer, day, t } = material;
  const totals = reports.flatMap((report) => billableTotals(report).filter((total) => total.currency === currency));
  const lines = reports.flatMap((report) => linesOf(report, currency));
  const net = amountText(sumOf(lines.map(({ amount }) => amount)), currency);
  const owed = sumOf(totals.map((total) => total.net));
  if (!owed.eq(net)) throw new Error(`Lines add up to ${net}, the payout reports to ${owed.toFixed()}`);
  const issuer = { ...issuerOf(settings), bank: settings.bank };
  const other = { ...partyOf(customer), po_number: customer.po_number };
  const reckoned =
    kind === 'invoice' ? taxed(net, currency, requiredRule(material)) : ownTaxes(totals, { ...material, net });
  if (new Big(reckoned.payable).lte(0)) throw refuse('nothing_payable');
  return {
    kind,
    number: null,
    issued_on: day,
    due_on: addDays(day, Math.max(...reports.map((report) => dueDays(report, material)))),
    period_from: reports.map(({ period_from }) => period_from).sort()[0] ?? day,
    period_to:
      reports
        .map(({ period_to }) => period_to)
        .sort()
        .at(-1) ?? day,
    currency,
    locale: settings.locale,
    seller: kind === 'invoice' ? issuer : { ...partyOf(customer), bank: '' },
    buyer: kind === 'invoice' ? other : { ...issuerOf(settings), po_number: '' },
    corrects: null,
    lines,
    net,
    ...reckoned,
    tax_note: reckoned.tax_note || reasonOf(reckoned, t),
    second: null,
    // They are the issuer's: a source whose name it is in has said none.
    terms: kind === 'invoice' ? settings.terms : '',
    footer: kind === 'invoice' ? settings.footer : '',
    e_invoice: settings.e_invoice,
  };
}

const issuerOf = ({
  legal_name,
  address,
  postal_code,
  city,
  state_code,
  country,
  tax_ids,
  email,
}: Settings): Party => ({
  legal_name,
  address,
  postal_code,
  city,
  state_code,
  country,
  tax_ids,
  email,
});

const partyOf = ({ billing_email, ...customer }: CustomerInfo): Party => ({
  legal_name: customer.legal_name,
  address: customer.address,
  postal_code: customer.postal_code,
  city: customer.city,
  state_code: customer.state_code,
  country: customer.country,
  tax_ids: customer.tax_ids,
  email: billing_email,
});

type OfRule = Pick<Material, 'settings' | 'customer' | 'day'>;

/** Rules there are decide; without any no tax is shown. */
function requiredRule({ settings: { tax_rules }, customer, day }: OfRule): TaxRule | undefined {
  const rule = ruleFor(tax_rules, { ...customer, day });
  if (!rule && tax_rules.length > 0)
    throw refuse('no_tax_rule', { day, who: customer.legal_name }, { field: 'tax_rules' });
  return rule;
}

/**
 * What a source is owed was settled with tax and withholding already: a self-billed note says just that. What a tax is
 * called, and why none is due, it says by the rule of the country of the source where that one has the same.
 */
function ownTaxes(totals: readonly PayoutTotal[], { net, currency, t, ...of }: OfRule & OwnAmounts) {
  const own = (name: 'tax' | 'withholding' | 'payable') =>
    amountText(sumOf(totals.map((total) => total[name])), currency);
  const tax = own('tax');
  const amounts = { tax, withholding: own('withholding'), payable: own('payable') };
  const rule = requiredRule(of);
  if (new Big(tax).eq(0)) {
    const free = rule?.taxes.every(({ percent }) => new Big(percent).eq(0)) ? rule : undefined;
    const taxes = (free?.taxes ?? []).map(untaxed(currency));
    return { ...amounts, category: free?.category ?? null, taxes, tax_note: free?.note ?? '' };
  }
  const percent = new Big(tax).times(100).div(net).round(2, Big.roundHalfUp).toFixed();
  const [only, ...more] = rule?.taxes ?? [];
  const name = only && more.length === 0 && new Big(only.percent).eq(percent) ? only.name : t('invoices:tax');
  return { ...amounts, category: 'S' as const, taxes: [{ name, percent, amount: tax }], tax_note: '' };
}

type OwnAmounts = Pick<Material, 'currency' | 't'> & { net: string };

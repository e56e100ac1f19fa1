import Big from 'big.js';
import type { DocumentData, DocumentLine, IssuedKind, Party } from '#domains/invoices/contract/document.ts';
import type { CustomerInfo } from '#domains/invoices/contract/party.ts';
import type { SettledReport } from '#domains/settlements/contract/settled-book.ts';
import type { PayoutTotal } from '#domains/settlements/contract/settlement-endpoints.ts';
import { addDays } from '#platform/contract/date-range.ts';
import { amountText, sumOf } from './amounts.ts';
import { billableTotals } from './chosen-reports.ts';
import { refuse } from './refuse.ts';
import type { Settings } from './tables.ts';
import { ruleFor, taxed } from './taxes.ts';

const USUAL_DUE_DAYS = 30;
const NAME_OF_TAX = 'Tax';

export interface Material {
  kind: IssuedKind;
  currency: string;
  reports: readonly SettledReport[];
  settings: Settings;
  /** Of the package, and of the source in whose name it is. */
  customer: CustomerInfo;
  day: string;
}

/** All a document says but for its number and what it is worth in another currency. */
export function composed({ kind, currency, reports, settings, customer, day }: Material): DocumentData {
  const totals = reports.flatMap((report) => billableTotals(report).filter((total) => total.currency === currency));
  const lines = reports.flatMap((report) => linesOf(report, currency));
  const net = amountText(sumOf(lines.map(({ amount }) => amount)), currency);
  const owed = sumOf(totals.map((total) => total.net));
  if (!owed.eq(net)) throw new Error(`Lines add up to ${net}, the payout reports to ${owed.toFixed()}`);
  const issuer = { ...issuerOf(settings), bank: settings.bank };
  const other = { ...partyOf(customer), po_number: customer.po_number };
  const reckoned =
    kind === 'invoice' ? invoiceTaxes(net, currency, settings, customer, day) : ownTaxes(totals, net, currency);
  if (new Big(reckoned.payable).lte(0)) throw refuse('nothing_payable');
  return {
    kind,
    number: null,
    issued_on: day,
    due_on: addDays(day, Math.max(...reports.map(({ setting }) => setting?.due_days ?? USUAL_DUE_DAYS))),
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
    second: null,
    terms: settings.terms,
    footer: settings.footer,
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

/** Rules there are decide; without any no tax is shown. */
function invoiceTaxes(net: string, currency: string, { tax_rules }: Settings, customer: CustomerInfo, day: string) {
  const rule = ruleFor(tax_rules, { country: customer.country, state_code: customer.state_code, day });
  if (!rule && tax_rules.length > 0) throw refuse('no_tax_rule', { day }, { field: 'tax_rules' });
  return taxed(net, currency, rule);
}

/** What a source is owed was settled with tax and withholding already: a self-billed note says just that. */
function ownTaxes(totals: readonly PayoutTotal[], net: string, currency: string) {
  const of = (name: 'tax' | 'withholding' | 'payable') =>
    amountText(sumOf(totals.map((total) => total[name])), currency);
  const tax = of('tax');
  const isTaxed = !new Big(tax).eq(0);
  const percent = isTaxed ? new Big(tax).times(100).div(net).round(2, Big.roundHalfUp).toFixed() : '0';
  return {
    category: isTaxed ? ('S' as const) : ('Z' as const),
    taxes: isTaxed ? [{ name: NAME_OF_TAX, percent, amount: tax }] : [],
    tax_note: '',
    tax,
    withholding: of('withholding'),
    payable: of('payable'),
  };
}

function linesOf({ rows, totals, publisher, period_from, period_to }: SettledReport, currency: string): DocumentLine[] {
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
  const events = rows
    .filter((row) => row.currency === currency && !new Big(row.net).eq(0))
    .map(
      (row): DocumentLine => ({
        kind: 'events',
        publisher: row.publisher,
        campaign: row.campaign,
        event: row.event,
        payment_model: [row.payment_model, row.model].filter((part) => part !== '').join(' · '),
        period_from: row.period_from,
        period_to: row.period_to,
        units: row.valid + row.allowed,
        rate: row.rate,
        amount: amountText(row.net, currency),
      }),
    );
  const total = totals.find((each) => each.currency === currency);
  const more = (['extras', 'adjustments'] as const).flatMap((kind): DocumentLine[] => {
    const amount = total?.[kind] ?? '0';
    return new Big(amount).eq(0) ? [] : [{ ...none, kind, amount: amountText(amount, currency) }];
  });
  return [...events, ...more];
}

import Big from 'big.js';
import { describe, expect, it } from 'vitest';
import { LOCALE_CODES } from '#platform/contract/locales.ts';
import { openTexts } from '#platform/server/texts.ts';
import { PAYMENT_MODELS, type PaymentModelName } from '#traffic/money/contract/payment-models.ts';
import { rowOf } from '../../settlements/server/payout-rows.ts';
import { reckon } from '../../settlements/server/reckon.ts';
import type { Terms } from '../../settlements/server/settlement.ts';
import type { DocumentData } from '../contract/document.ts';
import { ublOf } from './e-invoice.ts';
import { linesOf } from './lines.ts';
import { paperOf } from './paper/paper-of.ts';

let seed = 20_261_127;
const random = (below: number): number => {
  seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff;
  return Math.floor((seed / 0x80000000) * below);
};
const PERIOD = { from: '2026-10-01', to: '2026-10-31' };
const RULES = {
  tolerance: '10',
  controlling: 'ours',
  invalid_allowance_percent: '3',
  max_deduction_percent: '100',
  tax_percent: '0',
} as const;
const TIERS = [
  { up_to: 1000, rate: '0.02' },
  { up_to: null, rate: '0.05' },
];
/** Each way of paying, and one that has both a rate and a share. */
const WAYS: readonly (readonly [PaymentModelName | 'Recorded', Partial<Terms>])[] = [
  ['CPM', { rate: '0.6' }],
  ['CPM', { tiers: TIERS, cap: 900 }],
  ['CPC', { rate: '0.1235' }],
  ['CPC', { tiers: TIERS }],
  ['CPC', { tiers: TIERS, tiers_apply: 'all' }],
  ['CPV', { rate: '0.007' }],
  ['CPI', { rate: '1.1', cap: 120 }],
  ['CPA', { rate: '3.005' }],
  ['CPL', { rate: '2' }],
  ['CPS', { rate: '4.5' }],
  ['CPR', { rate: '0.3' }],
  ['RevShare', { percent: '12.5' }],
  ['Hybrid', { rate: '0.35', percent: '2.25' }],
  ['Recorded', { percent: '100' }],
];

/** What one source is owed under each of them, over two campaigns. */
function reportRows() {
  const terms = WAYS.map(
    ([model, own], at): Terms => ({
      id: `t${at}`,
      agreement: `a${at}`,
      currency: 'EUR',
      per: model === 'Recorded' ? 1 : PAYMENT_MODELS[model].per,
      rate: '0',
      tiers: [],
      tiers_apply: 'within',
      percent: '0',
      fixed: '0',
      min_guarantee: null,
      budget: null,
      cap: null,
      withholding_percent: '0',
      ...own,
    }),
  );
  const lines = terms.flatMap((of, at) =>
    ['spring', 'autumn'].map((campaign) => {
      const gross = 400 + random(1500);
      return {
        id: `${of.id}${campaign}`,
        terms: of.id,
        campaign,
        event: '',
        payment_model: `Agreed ${at}`,
        model: WAYS[at]?.[0] ?? '',
        whitelisted: 0,
        counts: {
          gross,
          duplicate: random(9),
          out_of_window: 0,
          unapproved: random(5),
          over_cap: 0,
          invalid: { 'bot.agent': random(90) },
        },
        revenue: { gross: `${gross}.25`, valid: `${gross - 100 - random(50)}.13` },
        reported: null,
      };
    }),
  );
  const settled = reckon(lines, terms, RULES);
  return lines.flatMap((line) => {
    const [own, of] = [settled.lines.find(({ id }) => id === line.id), terms.find(({ id }) => id === line.terms)];
    const together = settled.lines.filter((each) => each.terms === line.terms).reduce((all, { paid }) => all + paid, 0);
    return own && of ? [rowOf('Calmera', line, own, { period: PERIOD, terms: of, together })] : [];
  });
}

const rows = reportRows();
const lines = linesOf(
  {
    id: 1,
    package_name: 'p',
    publisher: 'Calmera',
    period_from: PERIOD.from,
    period_to: PERIOD.to,
    state: 'approved',
    rows,
    totals: [],
    setting: null,
    approved_by: null,
    approved_at: null,
    updated_at: '',
  },
  'EUR',
);
const cents = (amount: Big): string => amount.round(2, Big.roundHalfUp).toFixed(2);
const sumOf = (amounts: readonly string[]): string =>
  amounts.reduce((all, one) => all.plus(one), new Big(0)).toFixed(2);
const net = sumOf(rows.map((row) => row.net));
const party = (legal_name: string, country: string) => ({
  legal_name,
  address: 'Street 1',
  postal_code: '10969',
  city: 'Town',
  state_code: '',
  country,
  tax_ids: [`${country}123456789`],
  email: 'bills@party.example',
});
const data: DocumentData = {
  kind: 'invoice',
  number: 'A-1',
  issued_on: '2026-11-01',
  due_on: '2026-11-15',
  period_from: PERIOD.from,
  period_to: PERIOD.to,
  currency: 'EUR',
  locale: 'en',
  seller: { ...party('Issuer', 'DE'), bank: '' },
  buyer: { ...party('Client', 'DE'), po_number: '' },
  corrects: null,
  lines,
  net,
  category: 'S',
  taxes: [{ name: 'VAT', percent: '19', amount: cents(new Big(net).times('0.19')) }],
  tax_note: '',
  tax: cents(new Big(net).times('0.19')),
  withholding: '0.00',
  payable: cents(new Big(net).times('1.19')),
  second: null,
  terms: '14 days',
  footer: '',
  e_invoice: 'ubl',
};

describe('lines of a document', () => {
  it('add up to the payout report, and each can be reckoned again from its units and rate, or from what it says of itself', () => {
    expect(sumOf(lines.map(({ amount }) => amount))).toBe(net);
    for (const { units, rate, per = 1, amount, how, payment_model, campaign } of lines) {
      const own = rows.find((row) => payment_model.startsWith(`${row.payment_model} `) && row.campaign === campaign);
      const named = [payment_model, amount];
      if (rate !== null) expect([payment_model, cents(new Big(units ?? 0).times(rate).div(per))]).toEqual(named);
      else if (how?.by === 'share')
        // Where a rate stands beside it, both were rounded as one.
        expect(new Big(how.of).times(how.percent).div(100).minus(amount).abs().lte('0.01'), payment_model).toBe(true);
      else if (how?.by === 'tiers') {
        const all = how.together;
        const whole =
          how.apply === 'all' || all <= 1000
            ? new Big(all).times(all <= 1000 ? '0.02' : '0.05')
            : new Big('20').plus(new Big(all - 1000).times('0.05'));
        const part = new Big(cents(whole.div(how.per))).times(units ?? 0).div(all);
        expect(part.minus(amount).abs().lte('0.01'), payment_model).toBe(true);
      } else expect(how?.by).toBe('recorded');
      if (own) expect(units).toBe(own.reckoned?.paid);
    }
    const units = new Map(lines.map(({ payment_model, unit }) => [payment_model.split(' · ')[1] ?? 'Recorded', unit]));
    expect(Object.fromEntries(units)).toEqual({
      CPM: 'impressions',
      CPC: 'clicks',
      CPV: 'visits',
      CPI: 'installs',
      CPA: 'actions',
      CPL: 'leads',
      CPS: 'sales',
      CPR: 'returns',
      RevShare: 'events',
      Hybrid: 'events',
      Recorded: 'events',
    });
    // A rate and a share of one agreement are two lines.
    expect(lines.length).toBe(rows.length + 2);
  });

  it('say so in each language: what is counted, per how many, and how an amount without a rate comes about', async () => {
    const texts = openTexts(process.cwd());
    const seen = new Set<string>();
    for (const locale of LOCALE_CODES) {
      const paper = paperOf({ ...data, locale }, await texts(locale), null);
      const said = (at: number) => paper.rows[at];
      expect(said(0)?.per).toContain(new Intl.NumberFormat(locale).format(1000));
      paper.rows.forEach(({ unit, per, rate, how }) => {
        expect([unit === '', rate === '' ? how !== '' : per !== '']).toEqual([false, true]);
        expect(`${unit}${per}${how}`).not.toMatch(/\{\{|invoices:|unit_|how_/);
      });
      seen.add([said(0)?.unit, said(2)?.how, paper.rows.at(-1)?.how].join('|'));
    }
    // Impressions are called so in two of them: the rest of the words is of each one's own.
    expect(seen.size).toBe(LOCALE_CODES.length);
  });

  it('are the same in an electronic invoice, by the rules of EN 16931 whichever tax and kind it has', async () => {
    const t = await openTexts(process.cwd())('en');
    const free = { taxes: [{ name: 'VAT', percent: '0', amount: '0.00' }], tax: '0.00', payable: net, tax_note: 'Why' };
    const corrects = { number: 'A-1', issued_on: '2026-11-01' };
    const kinds: readonly (readonly [type: string, code: string, said: DocumentData])[] = [
      ['380', 'S', data],
      ['380', 'AE', { ...data, ...free, category: 'AE' }],
      ['380', 'G', { ...data, ...free, category: 'G', buyer: { ...data.buyer, country: 'US', tax_ids: [] } }],
      ['381', 'S', { ...data, kind: 'credit_note', terms: '', corrects: { ...corrects, kind: 'invoice' } }],
      ['389', 'O', { ...data, ...free, kind: 'self_billing', category: null, taxes: [] }],
      [
        '261',
        'E',
        { ...data, ...free, kind: 'credit_note', category: 'E', corrects: { ...corrects, kind: 'self_billing' } },
      ],
    ];
    for (const [type, code, said] of kinds) {
      const xml = await ublOf({ data: said, paper: paperOf(said, t, null) });
      const broken = brokenRules(xml, { type, code });
      expect([type, code, broken]).toEqual([type, code, []]);
    }
    const xml = await ublOf({ data, paper: paperOf(data, t, null) });
    const [first = ''] = blocksOf(xml, 'cac:InvoiceLine');
    expect(['BaseQuantity', 'PriceAmount'].map((name) => textIn(first, name))).toEqual(['1000', '0.6']);
    expect(textIn(first, 'Description')).toContain('impressions');
  });
});

const blocksOf = (xml: string, name: string): string[] =>
  xml.match(new RegExp(`<${name}>[\\s\\S]*?</${name}>`, 'g')) ?? [];
const textIn = (xml: string, name: string): string | undefined =>
  new RegExp(`<cbc:${name}[^>]*>([^<]*)<`).exec(xml)?.[1];

/** Rules of EN 16931 by their names there, of an invoice or a credit note in UBL; written from the norm, not from the product. */
function brokenRules(xml: string, { type, code }: { type: string; code: string }): string[] {
  const [kind, counted] = /<CreditNote /.test(xml) ? ['CreditNote', 'Credited'] : ['Invoice', 'Invoiced'];
  const amount = (name: string, of = xml): Big => new Big(textIn(of, name) ?? '0');
  const own = blocksOf(xml, `cac:${kind}Line`);
  const [seller = '', buyer = ''] = [
    ...blocksOf(xml, 'cac:AccountingSupplierParty'),
    ...blocksOf(xml, 'cac:AccountingCustomerParty'),
  ];
  const [totals = '', taxes = ''] = [...blocksOf(xml, 'cac:LegalMonetaryTotal'), ...blocksOf(xml, 'cac:TaxTotal')];
  const [category = ''] = blocksOf(taxes, 'cac:TaxSubtotal');
  const number = (party: string) => textIn(blocksOf(party, 'cac:PartyTaxScheme').join(''), 'CompanyID');
  const [percent, why] = [textIn(category, 'Percent'), textIn(category, 'TaxExemptionReason')];
  const lines = own.reduce((all, line) => all.plus(amount('LineExtensionAmount', line)), new Big(0));
  const rules: Readonly<Record<string, boolean>> = {
    'BR-CL-01': textIn(xml, `${kind}TypeCode`) === type,
    'BR-16': own.length === data.lines.length,
    'BR-27': own.every((line) => amount('PriceAmount', line).gte(0)),
    'BR-CO-09': [seller, buyer].every((party) => /^[A-Z]{2}/.test(number(party) ?? 'DE')),
    'BR-CO-10': amount('LineExtensionAmount', totals).eq(lines) && amount('TaxExclusiveAmount', totals).eq(lines),
    'BR-CO-15': amount('TaxInclusiveAmount', totals).eq(lines.plus(amount('TaxAmount', taxes))),
    'BR-CO-16': amount('PayableAmount', totals).eq(amount('TaxInclusiveAmount', totals)),
    'BR-CO-17': amount('TaxAmount', category).eq(
      lines
        .times(percent ?? 0)
        .div(100)
        .round(2, Big.roundHalfUp),
    ),
    'BR-CO-25': /<cbc:DueDate>|<cac:PaymentTerms>/.test(xml),
    'BR-CO-26': textIn(seller, 'CompanyID') !== undefined,
    'BR-*-01': own.every((line) =>
      blocksOf(line, 'cac:ClassifiedTaxCategory').every((each) => textIn(each, 'ID') === code),
    ),
    'BR-*-02': code === 'O' ? !number(seller) && !number(buyer) : number(seller) !== undefined,
    'BR-AE-02': code !== 'AE' || number(buyer) !== undefined,
    'BR-*-05': code === 'S' ? Number(percent) > 0 : code === 'O' ? percent === undefined : Number(percent) === 0,
    'BR-*-08': amount('TaxableAmount', category).eq(lines),
    'BR-*-10': code === 'S' ? why === undefined : why !== undefined,
    'quantity times price': own.every((line) =>
      amount(`${counted}Quantity`, line)
        .times(amount('PriceAmount', line))
        .div(textIn(line, 'BaseQuantity') ?? '1')
        .round(2, Big.roundHalfUp)
        .eq(amount('LineExtensionAmount', line)),
    ),
  };
  return Object.keys(rules).filter((name) => !rules[name]);
}

import Big from 'big.js';
import type { DocumentData, DocumentLine, Party } from '#domains/invoices/contract/document.ts';
import { type Format, formatOf } from '#platform/contract/format.ts';
import type { Translate } from '#platform/contract/translate.ts';
import type { InvoicePaper } from './paper.ts';

interface Tools {
  t: Translate;
  format: Format;
  amount: (decimal: string, currency?: string) => string;
}

/** Amounts with all digits of their currency, as the language writes them. */
function amountsIn(locale: string, own: string): Tools['amount'] {
  const made = new Map<string, Intl.NumberFormat>();
  return (decimal, currency = own) => {
    const found = made.get(currency) ?? new Intl.NumberFormat(locale, { style: 'currency', currency });
    made.set(currency, found);
    return found.format(Number(decimal));
  };
}

/** What a document says, in words. */
export function paperOf(data: DocumentData, t: Translate, logo: Buffer | null): InvoicePaper {
  const format = formatOf(data.locale);
  const tools: Tools = { t, format, amount: amountsIn(data.locale, data.currency) };
  const word = (key: string, values?: Record<string, unknown>) => t(`invoices:${key}`, values);
  const title = word(`kind_${data.kind}`);
  return {
    locale: data.locale,
    title: data.number === null ? title : `${title} ${data.number}`,
    draft: data.number === null ? { mark: word('draft_mark'), why: word('draft_why') } : null,
    logo: logo && `data:image/png;base64,${logo.toString('base64')}`,
    seller: addressOf(data.seller, tools),
    buyer: { label: word('billed_to'), lines: addressOf(data.buyer, tools) },
    facts: factsOf(data, tools),
    heads: [word('what'), word('period'), word('units'), word('rate'), word('amount')],
    rows: data.lines.map((line) => rowOf(line, tools)),
    sums: sumsOf(data, tools),
    notes: notesOf(data, tools),
    foot: { left: data.footer, page: word('page_of') },
  };
}

const days = (from: string, to: string, format: Format): string => `${format.day(from)} – ${format.day(to)}`;

const addressOf = (party: Party, { t, format }: Tools): string[] =>
  [
    party.legal_name,
    party.address,
    [party.postal_code, party.city].filter((part) => part !== '').join(' '),
    [party.state_code, format.country(party.country)].filter((part) => part !== '').join(', '),
    ...party.tax_ids.map((id) => `${t('invoices:tax_id')}: ${id}`),
    party.email,
  ].filter((line) => line !== '');

function factsOf(data: DocumentData, { t, format }: Tools): InvoicePaper['facts'] {
  const facts: [string, string][] = [
    ['number', data.number ?? t('invoices:no_number')],
    ['issued_on', format.day(data.issued_on)],
    ...(data.corrects ? [] : [['due_on', format.day(data.due_on)] satisfies [string, string]]),
    ['period', days(data.period_from, data.period_to, format)],
    ['currency', data.currency],
    ...(data.buyer.po_number === '' ? [] : [['po_number', data.buyer.po_number] satisfies [string, string]]),
    ...(data.corrects
      ? [
          [
            'corrects',
            t('invoices:number_of_day', { number: data.corrects.number, day: format.day(data.corrects.issued_on) }),
          ] satisfies [string, string],
        ]
      : []),
  ];
  return facts.map(([label, value]) => ({ label: t(`invoices:${label}`), value }));
}

function rowOf(line: DocumentLine, { t, format, amount }: Tools): InvoicePaper['rows'][number] {
  const isEvents = line.kind === 'events';
  return {
    what: [line.publisher, line.campaign].filter((part) => part !== '').join(' · '),
    more: isEvents
      ? [line.event, line.payment_model].filter((part) => part !== '').join(' · ')
      : t(`invoices:line_${line.kind}`),
    how: line.note ?? howOf(line, { t, format, amount }),
    period: days(line.period_from, line.period_to, format),
    units: line.units === null ? '' : format.number(line.units),
    unit: line.unit === undefined ? '' : t(`invoices:unit_${line.unit}`),
    rate: line.rate === null ? '' : format.exact(line.rate),
    per: line.rate === null ? '' : perOf(line.per ?? 1, { t, format }),
    amount: amount(line.amount),
  };
}

const perOf = (per: number, { t, format }: Pick<Tools, 't' | 'format'>): string =>
  per === 1 ? t('invoices:per_one') : t('invoices:per', { n: format.number(per) });

/** How an amount comes about that is no rate times units. */
function howOf({ how }: DocumentLine, { t, format, amount }: Tools): string {
  if (how === undefined) return '';
  if (how.by === 'recorded') return t('invoices:how_recorded');
  if (how.by === 'share') return t('invoices:how_share', { percent: format.exact(how.percent), of: amount(how.of) });
  const steps = how.tiers.map(({ up_to, rate }) => {
    const price = format.exact(rate);
    return up_to === null
      ? t('invoices:tier_rest', { price })
      : t('invoices:tier', { price, units: format.number(up_to) });
  });
  return t(`invoices:how_tiers_${how.apply}`, {
    steps: steps.join('; '),
    per: perOf(how.per, { t, format }),
    units: format.number(how.together),
  });
}

function sumsOf(data: DocumentData, { t, format, amount }: Tools): InvoicePaper['sums'] {
  const plain = (label: string, value: string) => ({ label, value, strong: false });
  return [
    plain(t('invoices:net'), amount(data.net)),
    ...data.taxes.map(({ name, percent, amount: value }) =>
      plain(`${name} ${format.number(Number(percent))} %`, amount(value)),
    ),
    ...(new Big(data.withholding).eq(0)
      ? []
      : [plain(t('invoices:withholding'), amount(new Big(data.withholding).times(-1).toFixed()))]),
    { label: t(data.corrects ? 'invoices:credited' : 'invoices:payable'), value: amount(data.payable), strong: true },
    ...(data.second
      ? [
          plain(
            t('invoices:in_second', { rate: format.exact(data.second.rate), day: format.day(data.second.day) }),
            amount(data.second.payable, data.second.currency),
          ),
        ]
      : []),
  ];
}

const notesOf = (data: DocumentData, { t }: Tools): InvoicePaper['notes'] =>
  [
    { label: t('invoices:tax_note'), text: data.tax_note },
    // Nobody pays a credit note.
    { label: t('invoices:bank'), text: data.corrects ? '' : data.seller.bank },
    { label: t('invoices:terms'), text: data.corrects ? '' : data.terms },
  ].filter(({ text }) => text !== '');

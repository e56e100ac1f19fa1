import Big from 'big.js';
import { beforeAll, describe, expect, it } from 'vitest';
import { readPdf } from '../../../../test/support/pdf-text.ts';
import { PKG } from '../../settlements/testing/use-settled.ts';
import type { InvoiceView } from '../contract/endpoints.ts';
import { blob, png } from '../testing/pictures.ts';
import { CUSTOMER, ISSUER, useInvoices } from '../testing/use-invoices.ts';

// From source a thread begins slowly, on a busy machine the more so.
const PATIENCE = { timeout: 120_000 };
const made = useInvoices();
const { file, issue, invoices, config, customer, get, send, sql } = made;
const plain = (text: string): string => text.replaceAll(/\s/g, '');
const money = (amount: string, locale = 'en', currency = 'EUR'): string =>
  plain(new Intl.NumberFormat(locale, { style: 'currency', currency }).format(Number(amount)));
beforeAll(async () => {
  await sql(`UPDATE package SET title = 'Paid'`);
  await customer();
  await config({ logo: blob(await png(1_800, 600)), next_no: '7' });
});

describe('an invoice', () => {
  let alpha: InvoiceView;
  const reportOf = async (publisher: string) =>
    (await made.listed()).find((each) => each.publisher === publisher && each.period_from === '2026-10-01');

  it(
    'is a draft with the logo and without a number until it is issued, and nothing is changed by it [REC-EXP-01] [REC-RULE-02]',
    PATIENCE,
    async () => {
      const report = await reportOf('Alpha');
      const before = await sql('SELECT * FROM invoice_series');
      const draft = await file(`settlement=${report?.id}`);
      expect([draft.status, draft.headers['content-type'], draft.text.slice(0, 5)]).toEqual([
        200,
        'application/pdf',
        '%PDF-',
      ]);
      const pdf = readPdf(draft.bytes);
      for (const said of ['DRAFT', 'none yet', CUSTOMER.legal_name, 'PO-77', 'EUR', 'Oct 1, 2026', 'Oct 31, 2026'])
        expect(pdf.text).toContain(plain(said));
      expect(pdf.text).not.toContain('AD-0007');
      expect(pdf.pictures).toContainEqual([900, 300]);
      // Each line, and their sum, as the payout report has them stored.
      const lines = await sql(
        `SELECT r->>'net' AS net FROM settlement, jsonb_array_elements(rows) r WHERE id = $1 AND (r->>'net')::numeric <> 0`,
        [report?.id],
      );
      expect(lines.length).toBeGreaterThan(1);
      for (const { net } of lines) expect(pdf.text).toContain(money(String(net)));
      const [sum] = await sql(
        `SELECT sum((r->>'net')::numeric)::text AS net FROM settlement, jsonb_array_elements(rows) r WHERE id = $1`,
        [report?.id],
      );
      expect(pdf.text).toContain(money(String(sum?.net)));
      expect(await invoices()).toEqual([]);
      expect(await sql('SELECT * FROM invoice_series')).toEqual(before);
      expect((await file(`settlement=${report?.id}`, 'stranger')).status).toBe(403);
      expect((await file('settlement=999999')).status).toBe(404);
    },
  );

  it('is issued once, whoever asks again gets the same bytes, and the payout report knows it', PATIENCE, async () => {
    const report = await reportOf('Alpha');
    const asked = { settlements: [report?.id] };
    const [first, again] = [await issue(asked), await issue(asked)];
    expect([first.status, first.body.message]).toEqual([200, 'Created successfully !']);
    expect(again.body.data.id).toBe(first.body.data.id);
    alpha = first.body.data;
    // The first seven days of the report's setting are none, so thirty.
    expect(alpha).toMatchObject({
      number: 'AD-0007',
      status: 'open',
      issued_on: '2026-11-20',
      due_on: '2026-12-20',
      tax: '0.00',
    });
    expect((await reportOf('Alpha'))?.totals[0]).toMatchObject({
      invoice_no: 'AD-0007',
      status: 'invoiced',
      net: alpha.net,
    });
    const bytes = [await file(`id=${alpha.id}`), await file(`settlement=${report?.id}`)].map((each) => each.bytes);
    expect(bytes[0]?.equals(bytes[1] ?? Buffer.alloc(0))).toBe(true);
    const [{ sha } = {}] = await sql(`SELECT encode(sha256(pdf), 'hex') AS sha FROM invoice WHERE id = $1`, [alpha.id]);
    expect(alpha.sha256).toBe(sha);
    const pdf = readPdf(bytes[0] ?? Buffer.alloc(0));
    for (const said of ['Invoice AD-0007', ISSUER.legal_name, 'Reverse charge, article 196', 'no discount', 'HRB 1234'])
      expect(pdf.text).toContain(plain(said));
    expect(pdf.text).not.toContain('DRAFT');
    // What is entered later changes nothing of it.
    await customer({ legal_name: 'Somebody Else' });
    expect((await file(`id=${alpha.id}`)).bytes.equals(bytes[0] ?? Buffer.alloc(0))).toBe(true);
    await customer();
  });

  it('in each language says the same with all of its letters, and refuses letters no face has', PATIENCE, async () => {
    const report = await reportOf('Gamma');
    for (const [locale, word] of Object.entries({
      de: 'ENTWURF',
      fr: 'BROUILLON',
      es: 'BORRADOR',
      ja: '下書き',
      zh: '草稿',
    })) {
      await config({ locale });
      const draft = await file(`settlement=${report?.id}`);
      expect(draft.status, draft.text.slice(0, 200)).toBe(200);
      const pdf = readPdf(draft.bytes);
      for (const said of [word, CUSTOMER.legal_name, money(report?.totals[0]?.net ?? '', locale)])
        expect(pdf.text, locale).toContain(plain(said));
      expect(pdf.text).not.toContain('\ufffd');
    }
    await config({ locale: 'en' });
    const name = `O’Neil “Q” ${'W'.repeat(150)}`;
    await customer({ legal_name: name, address: 'y'.repeat(290), po_number: 'M'.repeat(60) });
    const { text, longest } = readPdf((await file(`settlement=${report?.id}`)).bytes);
    for (const said of [plain(name), 'y'.repeat(290), 'M'.repeat(60)]) expect(text).toContain(said);
    // The widest words there are without it are amounts and names of months.
    expect(longest).toBeLessThan(30);
    await sql(`UPDATE invoice_customer SET legal_name = 'भारत Ltd'`);
    const refused = await issue({ settlements: [report?.id] });
    expect([refused.status, refused.body.message]).toEqual([
      422,
      expect.stringMatching(/^The customer has letters that no face can print: भ ा र त in “भारत Ltd”$/),
    ]);
    await customer();
    expect((await invoices()).length).toBe(1);
  });

  it(
    'is paid in parts, overdue after its day, and corrected only without payments, by a note of its own series',
    PATIENCE,
    async () => {
      const pay = (amount: string, reference = '') =>
        send('POST', `/invoice/${alpha.id}/payment`, { paid_on: '2026-11-20', amount, reference });
      expect((await pay('0.001')).body.message).toBe('EUR has no amounts of so many digits');
      for (const amount of ['0', '-1', '0.00'])
        expect((await pay(amount)).body).toMatchObject({ field: 'amount', message: 'An amount above zero' });
      for (const [paid_on, message] of [
        ['2026-11-21', 'A payment cannot be of a day to come'],
        ['2026-11-19', 'The document was issued on 2026-11-20: a payment of it cannot be older'],
      ]) {
        const dated = await send('POST', `/invoice/${alpha.id}/payment`, { paid_on, amount: '1' });
        expect(dated.body).toMatchObject({ field: 'paid_on', message });
      }
      const half = new Big(alpha.payable).div(2).round(2, Big.roundDown).toFixed(2);
      await pay(half);
      const twice = await pay(half);
      expect(twice.body.data).toMatchObject({ paid: half, status: 'partly_paid' });
      expect((await pay(alpha.payable, 'too much')).body.field).toBe('amount');
      expect((await send('POST', `/invoice/${alpha.id}/credit`)).status).toBe(409);
      const rest = new Big(alpha.payable).minus(half).toFixed(2);
      expect((await pay(rest, 'rest')).body.data).toMatchObject({ paid: alpha.payable, status: 'paid' });
      // The customer has paid; the publisher has not been.
      expect((await reportOf('Alpha'))?.state).toBe('invoiced');
      const list = (await get(`/invoice/${alpha.id}/payment`)).body.data;
      for (const { id } of list) expect((await send('DELETE', `/invoice/${alpha.id}/payment/${id}`)).status).toBe(200);
      await sql(`UPDATE invoice SET due_on = '2026-11-19' WHERE id = $1`, [alpha.id]);
      expect(await invoices('&status=overdue')).toMatchObject([{ id: alpha.id, paid: '0.00' }]);
      const [note, again] = [
        await send('POST', `/invoice/${alpha.id}/credit`),
        await send('POST', `/invoice/${alpha.id}/credit`),
      ];
      expect(note.body.data).toMatchObject({
        kind: 'credit_note',
        number: 'AD-CN-0001',
        corrects: 'AD-0007',
        payable: alpha.payable,
        status: 'credit_note',
        due_on: null,
      });
      expect(again.body.data.id).toBe(note.body.data.id);
      const { text } = readPdf((await file(`id=${note.body.data.id}`)).bytes);
      for (const said of ['AD-0007ofNov20,2026', 'Credited']) expect(text).toContain(said);
      for (const said of ['Due', 'Payable', 'no discount', 'IBAN']) expect(text).not.toContain(plain(said));
      expect((await reportOf('Alpha'))?.totals[0]).toMatchObject({ invoice_no: null, status: 'approved' });
      // What was taken back is nobody's to pay: it is not sent any more.
      expect((await send('POST', `/invoice/${alpha.id}/send`)).body.message).toContain('was corrected by AD-CN-0001');
      const anew = await issue({ settlements: [(await reportOf('Alpha'))?.id] });
      expect(anew.body.data.number).toBe('AD-0008');
      expect((await invoices()).map(({ number, status }) => [number, status])).toEqual([
        ['AD-0008', 'open'],
        ['AD-CN-0001', 'credit_note'],
        ['AD-0007', 'credited'],
      ]);
    },
  );

  it(
    'of a source is in its name with the tax of its payout report, and is what the report is claimed by',
    PATIENCE,
    async () => {
      const report = await reportOf('Alpha');
      const asked = { kind: 'self_billing', settlements: [report?.id] };
      expect((await issue(asked)).body.message).toContain('legal details of Alpha are missing');
      await customer({ publisher: 'Alpha', legal_name: 'Alpha Ads Ltd', country: 'FR', tax_ids: ['FR40303265045'] });
      // A rule of its country without tax says why there is none; where no rule fits nothing is made up.
      const ofDraft = `kind=self_billing&settlement=${report?.id}`;
      const draft = readPdf((await file(ofDraft)).bytes);
      expect(draft.text).toContain(plain('Reverse charge, article 196'));
      // Terms and register are those of whom it bills.
      for (const said of ['no discount', 'HRB 1234']) expect(draft.text).not.toContain(plain(said));
      const xml = await file(`${ofDraft}&format=xml`);
      expect([xml.status, JSON.parse(xml.text).told.code]).toEqual([422, 'draft_no_xml']);
      await customer({ publisher: 'Alpha', legal_name: 'Alpha Ads Ltd', country: 'IE' });
      expect((await issue(asked)).body).toMatchObject({
        field: 'tax_rules',
        message: 'No tax rule fits the country of Alpha Ads Ltd on 2026-11-20',
      });
      await config({ tax_rules: '[]' });
      const { data } = (await issue(asked)).body;
      await config();
      const paper = readPdf((await file(`id=${data.id}`)).bytes);
      expect(paper.text).toContain(plain('No tax rule was applied.'));
      // It is the publisher's, so the logo of the other is not on it.
      expect(paper.pictures).toEqual([]);
      expect(paper.text.indexOf(plain('Alpha Ads Ltd'))).toBeLessThan(paper.text.indexOf(plain(ISSUER.legal_name)));
      expect(data).toMatchObject({
        without_rule: true,
        tax: '0.00',
        publisher: 'Alpha',
        customer: ISSUER.legal_name,
        number: 'SB-0001',
        payable: report?.totals[0]?.payable,
      });
      expect((await reportOf('Alpha'))?.totals[0]?.invoice_no).toBe('SB-0001');
      const paid = { paid_on: '2026-11-20', amount: data.payable };
      expect((await send('POST', `/invoice/${data.id}/payment`, paid)).body.data.status).toBe('paid');
      expect((await reportOf('Alpha'))?.state).toBe('paid');
      const [{ id: payment }] = (await get(`/invoice/${data.id}/payment`)).body.data;
      await send('DELETE', `/invoice/${data.id}/payment/${payment}`);
      await send('POST', `/invoice/${data.id}/credit`);
      expect((await reportOf('Alpha'))?.totals[0]?.invoice_no).toBe('AD-0008');
      const beta = await reportOf('Beta');
      expect((await issue({ ...asked, settlements: [report?.id, beta?.id] })).status).toBeGreaterThan(399);
      expect((await issue({ settlements: [report?.id, beta?.id] })).body.code).toBe('conflict');
    },
  );

  it('splits a tax by the state of the customer and keeps back what the rule says', PATIENCE, async () => {
    await customer({ country: 'IN', state_code: 'KA', currency: 'USD' });
    await sql(
      `INSERT INTO exchange_rate (package_name, base, quote, day, rate, author) VALUES ($1, 'EUR', 'USD', '2026-11-01', 1.25, 'owner')`,
      [PKG],
    );
    const report = await reportOf('Gamma');
    const { data } = (await issue({ settlements: [report?.id] })).body;
    const net = new Big(report?.totals[0]?.net ?? 0);
    const nine = net.times('0.09').round(2, Big.roundHalfUp);
    const kept = net.times('0.02').round(2, Big.roundHalfUp);
    const payable = net.plus(nine.times(2)).minus(kept);
    expect(data).toMatchObject({
      tax: nine.times(2).toFixed(2),
      withholding: kept.toFixed(2),
      payable: payable.toFixed(2),
    });
    const { text } = readPdf((await file(`id=${data.id}`)).bytes);
    for (const said of [
      'CGST9%',
      'SGST9%',
      money(nine.toFixed(2)),
      money(payable.times('1.25').round(2, Big.roundHalfUp).toFixed(2), 'en', 'USD'),
    ])
      expect(text).toContain(said);
    await customer({ country: 'US' });
    expect((await issue({ settlements: [(await reportOf('Beta'))?.id] })).body).toMatchObject({ field: 'tax_rules' });
    await customer();
  });
});

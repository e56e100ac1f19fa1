import { inflateSync } from 'node:zlib';
import Big from 'big.js';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { readPdf } from '../../../../test/support/pdf-text.ts';
import { PKG } from '../../settlements/testing/use-settled.ts';
import type { CreditableLine } from '../contract/endpoints.ts';
import { blob, png } from '../testing/pictures.ts';
import { CUSTOMER, ISSUER, RULES, useInvoices } from '../testing/use-invoices.ts';

/** The data within a PDF. */
const attachedTo = (pdf: Buffer): string =>
  [...pdf.toString('latin1').matchAll(/stream\r?\n([\s\S]*?)\r?\nendstream/g)]
    .map(([, data = '']) => {
      try {
        return inflateSync(Buffer.from(data, 'latin1')).toString();
      } catch {
        return '';
      }
    })
    .find((text) => text.includes('CrossIndustryInvoice')) ?? '';
const made = useInvoices();
const { app, file, issue, config, customer, get, send, sql } = made;

describe('who bills and who is billed', () => {
  it('is stored by a form with the logo, told to its own people only, and refused at its field [REC-API-14] [REC-API-15] [REC-RULE-03] [CONST-11]', async () => {
    expect((await get(`/customer_info?package_name=${PKG}`)).body.data).toBeNull();
    expect((await issue({ settlements: [1] })).body).toMatchObject({ code: 'conflict' });
    expect((await customer({ country: '' })).body).toMatchObject({ field: 'country', code: 'refused' });
    // What no face has is refused while somebody looks at it, not when a bill is due.
    const unprinted = { code: 'refused', message: expect.stringMatching(/^Cannot be printed here: .*Latin, Greek/) };
    expect((await customer({ legal_name: 'شركة الإعلان' })).body).toMatchObject({ ...unprinted, field: 'legal_name' });
    expect((await customer({ city: 'Ж 東京 Ωμ ᚠ' })).body).toMatchObject({
      field: 'city',
      message: expect.stringMatching(/^Cannot be printed here: ᚠ\./),
    });
    expect((await config({ terms: 'भ' })).body).toMatchObject({ ...unprinted, field: 'terms' });
    expect((await config({ tax_rules: JSON.stringify([{ ...RULES[0], note: 'ش' }]) })).body).toMatchObject({
      ...unprinted,
      field: 'tax_rules',
    });
    expect((await customer()).status).toBe(200);
    const [row] = await sql('SELECT * FROM invoice_customer');
    const { data } = (await get(`/customer_info?package_name=${PKG}`)).body;
    expect(data).toMatchObject({ ...CUSTOMER, legal_name: row?.legal_name, tax_ids: row?.tax_ids, publisher: '' });
    expect((await customer({ updated_at: '2026-01-01T00:00:00.000Z' })).status).toBe(409);
    expect((await get(`/customer_info?package_name=${PKG}`, 'stranger')).status).toBe(403);
    expect((await get(`/customer_info?package_name=${PKG}`, 'publisher')).status).toBe(403);
    expect((await customer({}, 'stranger')).status).toBe(403);
    const json = await send('PUT', `/customer_info?package_name=${PKG}`, CUSTOMER);
    expect(json.status).toBe(415);

    const large = Buffer.from(await png(9_000, 9_000));
    const refused = {
      'logo.svg': Buffer.from('<svg/>'),
      'a lie': Buffer.from('\x89PNG\r\n\x1a\nno picture', 'latin1'),
      large,
    };
    for (const [name, bytes] of Object.entries(refused))
      expect([name, (await config({ logo: blob(bytes) })).body]).toMatchObject([name, { field: 'logo' }]);
    expect((await config({ e_invoice: 'ubl', email: '' })).body).toMatchObject({ field: 'e_invoice' });
    const stored = await config({ logo: blob(await png(1_800, 600)) });
    expect(stored.body.data).toMatchObject({ ...ISSUER, has_logo: true, next_no: 1, next_number: 'AD-0001' });
    const logo = await app.app.http.inject({
      url: `/api/reconciliation/invoice_config/logo?package_name=${PKG}`,
      headers: { authorization: made.token('owner') },
    });
    expect(await sharp(logo.rawPayload).metadata()).toMatchObject({ format: 'png', width: 900, height: 300 });
    // A form without a logo leaves the one there is.
    expect((await config({ next_no: '7' })).body.data).toMatchObject({ has_logo: true, next_number: 'AD-0007' });
    expect((await config({ next_no: '3' })).body).toMatchObject({ field: 'next_no' });
  });
});

describe('a document', () => {
  it('is credited in parts of its lines with their tax, never more than is left or open, and the parts are the whole', {
    timeout: 120_000,
  }, async () => {
    await customer({ country: 'IN', state_code: 'KA' });
    const listed = async (name: string) =>
      (await made.listed()).find(({ publisher, period_from }) => publisher === name && period_from === '2026-10-01');
    const settlements = [(await listed('Alpha'))?.id, (await listed('Gamma'))?.id];
    const { id, payable, number } = (await issue({ settlements })).body.data;
    const left = async (): Promise<{ lines: CreditableLine[]; net_left: string }> =>
      (await get(`/invoice/${id}/line`)).body.data;
    const { lines, net_left } = await left();
    expect(lines.length).toBeGreaterThan(2);
    expect(lines.map((line) => line.left)).toEqual(lines.map(({ amount }) => amount));
    const [first, second] = lines.map(({ amount }) => new Big(amount));
    if (!(first && second)) throw new Error('No lines');
    const credit = (of: [line: number, amount: Big | string][], more = {}, who = 'owner') => {
      const asked = of.map(([line, amount]) => ({ line, amount: String(amount) }));
      return send(
        'POST',
        `/invoice/${id}/credit_part`,
        { lines: asked, reason: 'Counted twice', net_left, ...more },
        who,
      );
    };
    for (const [of, code] of [
      [[[1, first.plus('0.01')]], 'credit_line_left'],
      [
        [
          [1, '1'],
          [1, '1'],
        ],
        'credit_line_twice',
      ],
      [[[lines.length + 1, '1']], 'credit_no_line'],
      [[[1, '0.001']], 'digits_of_currency'],
    ] as [[number, Big | string][], string][])
      expect((await credit(of)).body).toMatchObject({ field: 'lines', told: { code } });
    expect((await credit([[1, '-1']])).status).toBe(422);
    expect((await credit([[1, '1']], { net_left: '1.00' })).body.told.code).toBe('invoice_changed');
    for (const who of ['stranger', 'publisher']) expect((await credit([[1, '1']], {}, who)).status).toBe(403);

    const [third, half] = [first.div(3).round(2), second.div(2).round(2)];
    const net = third.plus(half);
    const share = (percent: string): Big => net.times(percent).div(100).round(2, Big.roundHalfUp);
    const due = net.plus(share('9').times(2)).minus(share('2')).toFixed(2);
    const parts: [number, Big][] = [
      [1, third],
      [2, half],
    ];
    const both = await Promise.all([credit(parts), credit(parts)]);
    const [note, again] = [...both, await credit(parts)].map(({ body }) => body.data);
    expect([note.net, note.tax, note.withholding, note.payable]).toEqual([
      ...[net, share('9').times(2), share('2')].map((amount) => amount.toFixed(2)),
      due,
    ]);
    expect([note.kind, note.corrects, again.id, both[1]?.body.data.id]).toEqual([
      'credit_note',
      number,
      note.id,
      note.id,
    ]);
    const paper = readPdf((await made.file(`id=${note.id}`)).bytes).text;
    for (const said of ['Countedtwice', 'Amountcredited', number]) expect(paper).toContain(said);
    const original = async () => (await made.invoices()).find((each) => each.id === id);
    expect(await original()).toMatchObject({ credited: due, credited_by: null, status: 'open', payable });
    expect((await listed('Alpha'))?.totals[0]).toMatchObject({ invoice_no: number, status: 'invoiced' });

    // What was credited is not to be paid, and what is paid is not credited.
    const pay = (amount: string) => send('POST', `/invoice/${id}/payment`, { paid_on: '2026-11-20', amount });
    expect((await pay(payable)).body.told.code).toBe('paid_too_much');
    const open = new Big(payable).minus(due);
    await pay(open.minus(1).toFixed(2));
    const now = await left();
    expect((await credit([[1, '5']], { net_left: now.net_left })).body.told.code).toBe('credit_over_open');
    expect((await pay('1.00')).body.data.status).toBe('paid');
    for (const payment of (await get(`/invoice/${id}/payment`)).body.data)
      await send('DELETE', `/invoice/${id}/payment/${payment.id}`);

    // All that is left corrects the document: together the notes say what it said, and its reports wait for another.
    const rest = now.lines
      .filter((line) => Number(line.left) > 0)
      .map((line): [number, string] => [line.line, line.left]);
    const last = (await credit(rest, { net_left: now.net_left })).body.data;
    expect((await credit(rest, { net_left: now.net_left })).body.data.id).toBe(last.id);
    const [sums] = await sql(
      `SELECT count(*)::int AS notes, ${['net', 'tax', 'withholding', 'payable']
        .map((name) => `sum((n.data->>'${name}')::numeric) = (i.data->>'${name}')::numeric AS ${name}`)
        .join(', ')} FROM invoice i JOIN invoice n ON n.corrects = i.id WHERE i.id = $1 GROUP BY i.id`,
      [id],
    );
    expect(sums).toEqual({ notes: 2, net: true, tax: true, withholding: true, payable: true });
    expect(await original()).toMatchObject({ credited_by: last.number, status: 'credited' });
    expect((await left()).net_left).toBe('0.00');
    expect((await listed('Gamma'))?.totals[0]).toMatchObject({ invoice_no: null, status: 'approved' });
  });
});

describe('an electronic invoice', () => {
  it('is UBL beside the PDF, or in it, with the sums of the document', { timeout: 120_000 }, async () => {
    expect((await config({ e_invoice: 'ubl' })).status).toBe(200);
    const beta = (await made.listed()).find(({ publisher }) => publisher === 'Beta');
    // Days until it is due are those of today's settings, though the report was made without any.
    await sql(
      `INSERT INTO settlement_setting (package_name, name, cycle, due_days, tax_percent, tolerance, controlling,
         invalid_allowance_percent, max_deduction_percent, min_payout, invoice_prefix, created_by)
       VALUES ($1, 'All', 'monthly', 14, 0, 10, 'ours', 0, 100, 0, '', 'owner')`,
      [PKG],
    );
    await customer({ tax_ids: [] });
    // The buyer owes the tax by the rule of its country, so it is named by its number.
    expect((await issue({ settlements: [beta?.id] })).body.message).toContain(
      `the tax number of ${CUSTOMER.legal_name}`,
    );
    await customer();
    const { data, message } = (await issue({ settlements: [beta?.id] })).body;
    expect(message).toBe('Created successfully !');
    expect(data).toMatchObject({ has_xml: true, due_on: '2026-12-04' });
    const xml = (await file(`id=${data.id}&format=xml`)).text;
    expect(xml).toContain(`<cbc:ID>${data.number}</cbc:ID>`);
    expect(xml).toContain(`<cbc:PayableAmount currencyID="EUR">${data.payable}</cbc:PayableAmount>`);
    expect(xml).toMatch(/<cac:OrderReference>\s*<cbc:ID>PO-77</);
    expect(xml.replaceAll(/>\s+</g, '><')).toContain(
      `<cbc:PaymentMeansCode>58</cbc:PaymentMeansCode><cbc:PaymentID>${data.number}</cbc:PaymentID><cac:PayeeFinancialAccount><cbc:ID>DE02120300000000202051</cbc:ID>`,
    );
    await send('POST', `/invoice/${data.id}/credit`);
    await config({ e_invoice: 'facturx' });
    const anew = (await issue({ settlements: [beta?.id] })).body.data;
    const { bytes } = await file(`id=${anew.id}`);
    expect(bytes.includes('factur-x.xml')).toBe(true);
    const inside = attachedTo(bytes);
    expect(inside).toMatch(/<ram:BuyerOrderReferencedDocument>\s*<ram:IssuerAssignedID>PO-77</);
    for (const said of ['<ram:TypeCode>58<', '<ram:IBANID>DE02120300000000202051<', '<ram:BICID>BYLADEM1001<'])
      expect(inside).toContain(said);
    const alone = await file(`id=${anew.id}&format=xml`);
    expect([alone.status, JSON.parse(alone.text).message]).toEqual([404, expect.stringContaining('within its PDF')]);
    const note = (await send('POST', `/invoice/${anew.id}/credit`)).body.data;
    expect(note.kind).toBe('credit_note');
    await config();
  });
});

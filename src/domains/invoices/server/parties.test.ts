import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { PKG } from '../../settlements/testing/use-settled.ts';
import { blob, png } from '../testing/pictures.ts';
import { CUSTOMER, ISSUER, RULES, useInvoices } from '../testing/use-invoices.ts';

const made = useInvoices();
const { app, issue, config, customer, get, send, sql } = made;

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

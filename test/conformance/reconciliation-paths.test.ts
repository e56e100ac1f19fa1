import { expect, it } from 'vitest';
import { useInvoices } from '../../src/domains/invoices/testing/use-invoices.ts';
import { PKG } from '../../src/domains/settlements/testing/use-settled.ts';

const { get, send, config, customer, file, sql } = useInvoices();
const OF = `package_name=${PKG}`;
const DAYS = 'fromDate=2026-10-01&toDate=2026-10-31&limit=500';

it('the paths the specification only names answer what is stored: lists, reports, invoice, re-attribution, and keys either way [REC-GAP-05]', async () => {
  const said = async (path: string) => {
    const { status, body } = await get(path);
    expect([path, status]).toEqual([path, 200]);
    return body.data;
  };
  const used = (await said(`/currency?${OF}`)).filter(({ used: is }: { used: boolean }) => is);
  expect(used.map(({ code }: { code: string }) => code).sort()).toEqual(['EUR', 'USD']);
  expect(await said(`/order_status?${OF}`)).toHaveLength(7);

  const models = await sql('SELECT name FROM payment_model ORDER BY name');
  expect((await said(`/payment_model?${OF}`)).map(({ name }: { name: string }) => name)).toEqual(
    models.map(({ name }) => name),
  );
  const terms = { package_name: PKG, model: 'CPI', rate: '1', currency: 'EUR', valid_from: '2026-01-01' };
  for (const gone of ['path', 'parameter']) {
    const { key } = (await send('POST', '/payment', { ...terms, name: gone })).body.data;
    expect(await said(`/payment_model?${OF}`)).toHaveLength(models.length + 1);
    expect((await send('DELETE', gone === 'path' ? `/payment/${key}` : `/payment?key=${key}`)).status).toBe(200);
    expect(await said(`/payment_model?${OF}`)).toHaveLength(models.length);
  }

  const [frozen] = await sql('SELECT sum(jsonb_array_length(rows))::int AS n FROM settlement');
  expect(await said(`/v2/payout_report?${OF}&${DAYS}`)).toHaveLength(Number(frozen?.n));
  const spend = { package_name: PKG, publisher: 'Beta', month: '2026-10', amount: '77.70', currency: 'EUR' };
  expect((await send('POST', '/roas', { ...spend, campaign: 'sale' })).status).toBe(200);
  expect(await said(`/roas?${OF}&${DAYS}&search=Beta`)).toContainEqual(
    expect.objectContaining({ campaign: 'sale', spend: '77.70', entered: true }),
  );

  expect((await config()).status).toBe(200);
  expect(await said(`/invoice_config?${OF}`)).toMatchObject({ legal_name: 'Müller & Söhne GmbH' });
  await customer();
  const [alpha] = await sql("SELECT id FROM settlement WHERE publisher = 'Alpha'");
  expect((await file(`settlement=${alpha?.id}`)).text.slice(0, 5)).toBe('%PDF-');

  for (const kind of ['install', 'event']) {
    const rows = await said(`/reattribution/${kind}?${OF}&${DAYS}`);
    const publishers = rows.map(({ publisher }: { publisher: string }) => publisher);
    expect(publishers).toContain(kind === 'install' ? 'Gamma' : 'Delta');
    expect(publishers).not.toContain(kind === 'install' ? 'Delta' : 'Gamma');
    const asked = { package_name: PKG, kind, from: '2026-10-01', to: '2026-10-31' };
    expect((await send('POST', '/reattribution/generate-report', asked)).status).toBe(200);
    expect(await said(`/reattribution/reports?${OF}&kind=${kind}`)).toHaveLength(1);
  }
});

import { beforeAll, expect } from 'vitest';
import { settlementCalls } from '../../settlements/testing/settlement-calls.ts';
import { BASE, PKG, useSettled } from '../../settlements/testing/use-settled.ts';
import type { InvoiceView } from '../contract/endpoints.ts';

/** A picture of one colour, as large as is said. */
export const ISSUER = {
  legal_name: 'Müller & Söhne GmbH',
  address: 'Lindenstraße 5',
  postal_code: '10969',
  city: 'Berlin',
  state_code: 'BE',
  country: 'DE',
  email: 'billing@issuer.example',
  bank: 'IBAN DE02 1203 0000 0000 2020 51\nBIC BYLADEM1001',
  prefix: 'AD-',
  terms: 'Within 14 days; no discount.',
  footer: 'HRB 1234, Berlin',
};
export const CUSTOMER = {
  legal_name: 'Client Réuni SA',
  address: '7 rue de la Paix',
  postal_code: '75002',
  city: 'Paris',
  country: 'FR',
  billing_email: 'accounts@client.example',
  po_number: 'PO-77',
  currency: 'EUR',
};
/** Tax of the customer's country, and of every other. */
export const RULES = [
  {
    valid_from: '2026-01-01',
    country: 'FR',
    state_code: '',
    category: 'AE',
    taxes: [{ name: 'VAT', percent: '0' }],
    note: 'Reverse charge, article 196 of directive 2006/112/EC',
    withholding_percent: '0',
  },
  {
    valid_from: '2026-01-01',
    country: 'IN',
    state_code: 'KA',
    category: 'S',
    taxes: [
      { name: 'CGST', percent: '9' },
      { name: 'SGST', percent: '9' },
    ],
    note: '',
    withholding_percent: '2',
  },
];

type Parts = Readonly<Record<string, string | Blob | readonly string[]>>;

export async function bodyOfForm(parts: Parts): Promise<{ contentType: string; payload: Buffer }> {
  const form = new FormData();
  for (const [name, value] of Object.entries(parts))
    for (const each of typeof value === 'string' || value instanceof Blob ? [value] : value) form.append(name, each);
  const asked = new Response(form);
  return { contentType: asked.headers.get('content-type') ?? '', payload: Buffer.from(await asked.arrayBuffer()) };
}

/** A package whose payout reports of October are approved, and calls about its documents. */
export function useInvoices(options: Parameters<typeof useSettled>[0] = {}) {
  const settled = useSettled(options);
  const calls = settlementCalls(settled);
  const put = async (path: string, parts: Parts, who = 'owner') => {
    const { contentType, payload } = await bodyOfForm(parts);
    const answer = await settled.app.app.http.inject({
      method: 'PUT',
      url: `${BASE}/${path}?package_name=${PKG}`,
      headers: { authorization: settled.token(who), 'content-type': contentType },
      payload,
    });
    return { status: answer.statusCode, body: answer.json() };
  };
  const file = async (query: string, who = 'owner') => {
    const answer = await settled.app.app.http.inject({
      method: 'GET',
      url: `${BASE}/generate_invoice?package_name=${PKG}&${query}`,
      headers: { authorization: settled.token(who) },
    });
    return { status: answer.statusCode, bytes: answer.rawPayload, headers: answer.headers, text: answer.body };
  };
  beforeAll(async () => {
    await calls.generate();
    expect((await calls.approve(await calls.listed())).status).toBe(200);
  }, 120_000);
  return {
    ...settled,
    ...calls,
    put,
    file,
    config: (more: Parts = {}) =>
      put('invoice_config', { ...ISSUER, tax_ids: ['DE123456789'], tax_rules: JSON.stringify(RULES), ...more }),
    customer: (more: Parts = {}, who = 'owner') =>
      put('customer_info', { ...CUSTOMER, tax_ids: ['FR40303265045'], ...more }, who),
    issue: (body: object, who = 'owner') =>
      settled.send('POST', '/generate_invoice', { package_name: PKG, ...body }, who),
    invoices: async (more = ''): Promise<InvoiceView[]> =>
      (await settled.get(`/invoice?package_name=${PKG}&limit=500${more}`)).body.data,
    sql: async (text: string, values: unknown[] = []): Promise<Record<string, unknown>[]> =>
      (await settled.app.context.database.pool.query(text, values)).rows,
  };
}

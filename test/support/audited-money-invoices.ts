import { type AuditedCalls, type Desk, PACKAGE } from './audited-call.ts';

const BASE = '/api/reconciliation';
const BOUNDARY = 'between-fields';
const CONTENT = `multipart/form-data; boundary=${BOUNDARY}`;

const formText = (fields: Readonly<Record<string, string>>): string =>
  [
    ...Object.entries(fields).map(
      ([name, value]) => `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
    ),
    `--${BOUNDARY}--\r\n`,
  ].join('');

const LEGAL = { legal_name: 'Billed Ltd', address: 'Main Street 1', city: 'Dublin', country: 'IE' };
const CUSTOMER = formText({ ...LEGAL, currency: 'EUR', billing_email: 'bills@billed.example' });
const CONFIG = formText({ ...LEGAL, legal_name: 'Issuer Ltd', prefix: 'AUD-' });
const PAYMENT = { paid_on: '2026-11-20', amount: '1', reference: 'Wire' };

const CREDIT = { lines: [{ line: 1, amount: '1' }], reason: 'Counted twice', net_left: '5.00' };

/** Bodies of calls about invoices that take texts people type. */
export const INVOICE_BODIES = {
  [`POST ${BASE}/invoice/:id/payment`]: PAYMENT,
  [`POST ${BASE}/invoice/:id/credit_part`]: CREDIT,
};

/** Calls about documents, each made of a payout report of its own. */
export function auditedInvoices({ app, admin, done }: Desk): AuditedCalls {
  const sendForm = async (path: string, payload: string) => {
    const url = `${BASE}/${path}?package_name=${PACKAGE}`;
    const headers = { authorization: admin(), 'content-type': CONTENT };
    const answer = await app.app.http.inject({ method: 'PUT', url, headers, payload });
    if (answer.statusCode !== 200) throw new Error(`PUT ${url} answered ${answer.statusCode}: ${answer.body}`);
  };
  const settled = async (publisher: string): Promise<number> => {
    await sendForm('customer_info', CUSTOMER);
    await sendForm('invoice_config', CONFIG);
    const owed = { package_name: PACKAGE, publisher, amount: '5', currency: 'EUR', reason: 'Agreed' };
    await done('POST', `${BASE}/adjustment`, owed);
    const period = {
      package_name: PACKAGE,
      period_from: '2026-03-01',
      period_to: '2026-03-28',
      publishers: [publisher],
    };
    const { body } = await done('POST', `${BASE}/payout_report`, period);
    const settlements = body.data.map(({ id, updated_at }: { id: number; updated_at: string }) => ({ id, updated_at }));
    await done('POST', `${BASE}/payout_report/approve`, { package_name: PACKAGE, settlements });
    return body.data[0].id;
  };
  const issued = async (publisher: string): Promise<number> => {
    const body = { package_name: PACKAGE, settlements: [await settled(publisher)] };
    return (await done('POST', `${BASE}/generate_invoice`, body)).body.data.id;
  };
  return {
    [`PUT ${BASE}/customer_info`]: async () => ({
      query: { package_name: PACKAGE },
      file: CUSTOMER,
      contentType: CONTENT,
      action: 'invoice.customer',
    }),
    [`PUT ${BASE}/invoice_config`]: async () => ({
      query: { package_name: PACKAGE },
      file: CONFIG,
      contentType: CONTENT,
      action: 'invoice.config',
    }),
    [`POST ${BASE}/generate_invoice`]: async () => ({
      body: { package_name: PACKAGE, settlements: [await settled('Billed')] },
      action: 'invoice.issue',
    }),
    [`POST ${BASE}/invoice/:id/credit`]: async () => ({
      params: { id: await issued('Corrected') },
      action: 'invoice.credit',
    }),
    [`POST ${BASE}/invoice/:id/credit_part`]: async () => ({
      params: { id: await issued('Lessened') },
      body: CREDIT,
      action: 'invoice.credit_part',
    }),
    [`POST ${BASE}/invoice/:id/send`]: async () => ({ params: { id: await issued('Sent') }, action: 'invoice.send' }),
    [`POST ${BASE}/invoice/:id/payment`]: async () => ({
      params: { id: await issued('Paying') },
      body: PAYMENT,
      action: 'invoice.pay',
    }),
    [`DELETE ${BASE}/invoice/:id/payment/:payment`]: async () => {
      const id = await issued('Unpaying');
      await done('POST', `${BASE}/invoice/${id}/payment`, PAYMENT);
      const { body } = await done('GET', `${BASE}/invoice/${id}/payment`);
      return { params: { id, payment: body.data[0].id }, action: 'invoice.payment_remove' };
    },
    [`POST ${BASE}/invoice_batch`]: async () => ({
      body: { package_name: PACKAGE, kind: 'invoice', period_from: '2026-01-01', period_to: '2026-01-31' },
      action: 'invoice.batch',
    }),
  };
}

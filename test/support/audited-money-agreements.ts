import { type AuditedCalls, type Desk, PACKAGE } from './audited-call.ts';

const BASE = '/api/reconciliation';
const TERMS = { model: 'CPI', rate: '1.5', currency: 'EUR', valid_from: '2026-11-01' };

/** Bodies of calls about agreements that take texts people type. */
export const AGREEMENT_BODIES = {
  [`POST ${BASE}/payment`]: { package_name: PACKAGE, name: 'Installs', ...TERMS },
  [`PUT ${BASE}/payment/:key`]: { name: 'Installs', ...TERMS },
  [`POST ${BASE}/settlement`]: { package_name: PACKAGE, name: 'Monthly' },
  [`PUT ${BASE}/settlement/:key`]: { name: 'Monthly' },
};

/** Calls about what was agreed with publishers. */
export function auditedAgreements({ done }: Desk): AuditedCalls {
  const made = async (path: string, body: object): Promise<number> =>
    (await done('POST', `${BASE}/${path}`, { package_name: PACKAGE, ...body })).body.data.key;
  const model = (name: string) => made('payment', { name, ...TERMS });
  const assigned = async (publisher: string) =>
    made('publisher_payment', { publisher, payment_model: await model(`of ${publisher}`) });
  const setting = (publisher: string) => made('settlement', { name: publisher, publisher });
  const gone = (make: (name: string) => Promise<number>, what: string) => ({
    [`DELETE ${BASE}/${what}/:key`]: async () => ({
      params: { key: await make('Gone') },
      action: `agreement.${what}_delete`,
    }),
    [`DELETE ${BASE}/${what}`]: async () => ({
      query: { key: String(await make('Gone too')) },
      action: `agreement.${what}_delete`,
    }),
  });
  return {
    [`POST ${BASE}/payment`]: async () => ({
      body: { package_name: PACKAGE, name: 'Audited', ...TERMS },
      action: 'agreement.payment_add',
    }),
    [`PUT ${BASE}/payment/:key`]: async () => ({
      params: { key: await model('Edited') },
      body: { name: 'Edited', ...TERMS, rate: '2' },
      action: 'agreement.payment_edit',
    }),
    ...gone(model, 'payment'),
    [`POST ${BASE}/publisher_payment`]: async () => ({
      body: { package_name: PACKAGE, publisher: 'Paid', payment_model: await model('Pays') },
      action: 'agreement.publisher_payment_add',
    }),
    [`PUT ${BASE}/publisher_payment/:key`]: async () => ({
      params: { key: await assigned('Repaid') },
      body: { publisher: 'Repaid', payment_model: await model('Repays') },
      action: 'agreement.publisher_payment_edit',
    }),
    ...gone(assigned, 'publisher_payment'),
    [`POST ${BASE}/settlement`]: async () => ({
      body: { package_name: PACKAGE, name: 'Audited' },
      action: 'agreement.settlement_add',
    }),
    [`PUT ${BASE}/settlement/:key`]: async () => ({
      params: { key: await setting('Resettled') },
      body: { name: 'Resettled', publisher: 'Resettled' },
      action: 'agreement.settlement_edit',
    }),
    ...gone(setting, 'settlement'),
  };
}

import { type AuditedCalls, type Desk, PACKAGE } from './audited-call.ts';

const BASE = '/api/reconciliation';
const ADJUSTMENT = { package_name: PACKAGE, publisher: 'Owed', amount: '5', currency: 'EUR', reason: 'Agreed' };
const SPEND = { package_name: PACKAGE, publisher: 'Bought', campaign: 'spring', month: '2026-10' };

/** Bodies of calls about settlements that take texts people type. */
export const SETTLEMENT_BODIES = { [`POST ${BASE}/adjustment`]: ADJUSTMENT };

/** Calls about what publishers are owed. */
export function auditedSettlements({ done }: Desk): AuditedCalls {
  const period = (publisher: string, month: string) => ({
    package_name: PACKAGE,
    period_from: `${month}-01`,
    period_to: `${month}-28`,
    publishers: [publisher],
  });
  const owed = (publisher: string) => done('POST', `${BASE}/adjustment`, { ...ADJUSTMENT, publisher });
  return {
    [`POST ${BASE}/adjustment`]: async () => ({ body: ADJUSTMENT, action: 'settlement.adjust' }),
    [`POST ${BASE}/payout_report`]: async () => {
      await owed('Generated');
      return { body: period('Generated', '2026-01'), action: 'settlement.generate' };
    },
    [`POST ${BASE}/payout_report/approve`]: async () => {
      await owed('Approved');
      const { body } = await done('POST', `${BASE}/payout_report`, period('Approved', '2026-02'));
      const settlements = body.data.map(({ id, updated_at }: { id: number; updated_at: string }) => ({
        id,
        updated_at,
      }));
      return { body: { package_name: PACKAGE, settlements }, action: 'settlement.approve' };
    },
    [`PUT ${BASE}/partner_count`]: async () => ({
      query: { package_name: PACKAGE, period_from: '2026-01-01', period_to: '2026-01-31' },
      file: 'publisher,units\nCounted,5\n',
      action: 'settlement.partner_count',
    }),
    [`POST ${BASE}/roas`]: async () => ({
      body: { ...SPEND, amount: '100', currency: 'EUR' },
      action: 'settlement.spend_add',
    }),
    [`DELETE ${BASE}/roas`]: async () => {
      const { campaign: _, ...spend } = { ...SPEND, publisher: 'Unbought' };
      await done('POST', `${BASE}/roas`, { ...spend, amount: '100', currency: 'EUR' });
      return { query: spend, action: 'settlement.spend_delete' };
    },
  };
}

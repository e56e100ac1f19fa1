import { type AuditedCalls, type Desk, PACKAGE } from './audited-call.ts';

const BASE = '/api/reconciliation';
const ADJUSTMENT = { package_name: PACKAGE, publisher: 'Owed', amount: '5', currency: 'EUR', reason: 'Agreed' };
const SPEND = { package_name: PACKAGE, publisher: 'Bought', campaign: 'spring', month: '2026-10' };

/** Calls about what publishers are owed. */
export function auditedSettlements({ done, rows }: Desk): AuditedCalls {
  const period = (publisher: string, month: string) => ({
    package_name: PACKAGE,
    period_from: `${month}-01`,
    period_to: `${month}-28`,
    publishers: [publisher],
  });
  const owed = (publisher: string) => done('POST', `${BASE}/adjustment`, { ...ADJUSTMENT, publisher });
  /** A partner whose counts are taken. */
  const agreed = async (publisher: string): Promise<void> => {
    const terms = { model: 'CPC', rate: '1', currency: 'EUR', valid_from: '2026-01-01' };
    const model = await done('POST', `${BASE}/payment`, { package_name: PACKAGE, name: publisher, ...terms });
    const payment_model = model.body.data.key;
    await done('POST', `${BASE}/publisher_payment`, { package_name: PACKAGE, publisher, payment_model });
  };
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
    [`DELETE ${BASE}/adjustment/:id`]: async () => ({
      params: { id: (await owed('Withdrawn')).body.data.id },
      action: 'settlement.adjust_withdraw',
    }),
    [`PUT ${BASE}/partner_count`]: async () => {
      await agreed('Counted');
      const query = { package_name: PACKAGE, period_from: '2026-01-01', period_to: '2026-01-31' };
      return { query, file: 'publisher,units\nCounted,5\n', action: 'settlement.partner_count' };
    },
    [`DELETE ${BASE}/partner_count`]: async () => {
      const days = { period_from: '2026-03-01', period_to: '2026-03-31' };
      await rows(
        `INSERT INTO partner_count (package_name, publisher, campaign, event, period_from, period_to, units, author)
         VALUES ($1, 'Uncounted', '', '', $2, $3, 5, 'x')`,
        [PACKAGE, days.period_from, days.period_to],
      );
      return {
        query: { package_name: PACKAGE, publisher: 'Uncounted', ...days },
        action: 'settlement.partner_count_delete',
      };
    },
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

import { type AuditedCalls, type Desk, PACKAGE } from './audited-call.ts';

const PATH = '/api/reconciliation/evidence';
const ASKED = { package_name: PACKAGE, publisher: 'Claimed', period_from: '2026-10-01', period_to: '2026-10-31' };

/** Calls about evidence files. No job works here. */
export const auditedEvidence = ({ done }: Desk): AuditedCalls => ({
  [`POST ${PATH}`]: async () => ({ body: ASKED, action: 'evidence.make' }),
  [`DELETE ${PATH}/:id`]: async () => ({
    params: { id: (await done('POST', PATH, ASKED)).body.data.id },
    action: 'evidence.remove',
  }),
});

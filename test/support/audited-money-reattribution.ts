import { type AuditedCalls, PACKAGE } from './audited-call.ts';

/** Calls about who should have been credited. */
export const auditedReattribution = (): AuditedCalls => ({
  'POST /api/reconciliation/reattribution/generate-report': async () => ({
    body: { package_name: PACKAGE, kind: 'install', from: '2026-10-01', to: '2026-10-31' },
    action: 'reattribution.generate',
  }),
});

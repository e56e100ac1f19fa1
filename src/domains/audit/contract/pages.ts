import { page } from '#platform/contract/page.ts';

export const AUDIT_PAGES = [
  page({
    id: 'audit',
    paths: ['/management/audit'],
    title: 'Audit log',
    guard: 'menu',
    times: 'reader',
    permission: 'server.read',
    historyMonths: 0,
    menu: { category: 'Administration', subCategory: 'Installation', icon: 'history' },
  }),
] as const;

export type AuditPageId = (typeof AUDIT_PAGES)[number]['id'];

import type { AuditPageId } from '#domains/audit/contract/pages.ts';
import type { PageComponents } from '#platform/web/layout/page-component.ts';

export const AUDIT_PAGE_COMPONENTS: PageComponents<AuditPageId> = {
  audit: () => import('./audit-page.tsx').then((m) => m.AuditPage),
};

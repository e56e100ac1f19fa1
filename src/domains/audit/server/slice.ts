import { serverSlice } from '#platform/server/slice.ts';
import { auditRoutes } from './audit-routes.ts';
import { personalWords } from './personal-data.ts';

export const AUDIT_SERVER = serverSlice({ id: 'domains/audit', routes: auditRoutes, personalData: [personalWords] });

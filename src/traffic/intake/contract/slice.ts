import { slice } from '#platform/contract/slice.ts';
import { importAudit } from './audit.ts';
import { INTAKE_PAGES } from './pages.ts';

export const INTAKE = slice({
  id: 'traffic/intake',
  pages: INTAKE_PAGES,
  audit: [importAudit],
});

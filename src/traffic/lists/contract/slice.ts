import { slice } from '#platform/contract/slice.ts';
import { listAudit } from './audit.ts';

export const LISTS = slice({
  id: 'traffic/lists',
  audit: [listAudit],
});

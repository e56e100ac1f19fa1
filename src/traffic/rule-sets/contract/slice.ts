import { slice } from '#platform/contract/slice.ts';
import { ruleAudit } from './audit.ts';
import { RULE_SET_PAGES } from './pages.ts';

export const RULE_SETS = slice({
  id: 'traffic/rule-sets',
  pages: RULE_SET_PAGES,
  audit: [ruleAudit],
});

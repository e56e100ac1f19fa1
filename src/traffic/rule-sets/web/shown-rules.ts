import type { RuleView } from '#traffic/rule-sets/contract/rule-endpoints.ts';
import { settingIn } from './draft-edits.ts';
import type { DraftEdits } from './use-draft.ts';

export const STATES = ['active', 'mark', 'off', 'new', 'unsaved', 'own'] as const;

export interface RuleFilter {
  search: string;
  tier: string;
  state: string;
  hits: string;
}

export const EVERYTHING: RuleFilter = { search: '', tier: '', state: '', hits: '' };

/** Accents and case are not what somebody looks for. */
const plain = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/** Whether a rule fits what was asked for, by its words in the reader's language and by how the draft sets it. */
export function isShown(
  rule: RuleView,
  filter: RuleFilter,
  edits: Pick<DraftEdits, 'draft' | 'changed'>,
  ...words: readonly string[]
): boolean {
  const text = plain([rule.id, rule.looks_at, ...words].join(' '));
  const wanted = plain(filter.search).split(/\s+/).filter(Boolean);
  if (!wanted.every((word) => text.includes(word))) return false;
  if (filter.tier !== '' && rule.tier !== filter.tier) return false;
  return hasState(rule, filter.state, edits) && hasHits(rule, filter.hits);
}

function hasState(rule: RuleView, state: string, { draft, changed }: Pick<DraftEdits, 'draft' | 'changed'>): boolean {
  const { mode } = settingIn(draft, rule);
  switch (state) {
    case 'active':
      return mode !== 'off' && mode !== 'mark';
    case 'mark':
    case 'off':
      return mode === state;
    case 'new':
      return rule.is_new;
    case 'unsaved':
      return changed.includes(rule.id);
    case 'own':
      return rule.custom;
    default:
      return true;
  }
}

function hasHits({ measured }: RuleView, hits: string): boolean {
  if (hits === 'some') return measured.hits > 0;
  if (hits === 'none') return measured.hits === 0;
  return hits !== 'blind' || measured.blind.length > 0;
}

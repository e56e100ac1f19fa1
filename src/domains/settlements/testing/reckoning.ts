import type { Counts, Line, Rules, Terms } from '../server/settlement.ts';

export const RULES: Rules = {
  tolerance: '10',
  controlling: 'ours',
  invalid_allowance_percent: '0',
  max_deduction_percent: '100',
  tax_percent: '0',
};
export const terms = (own: Partial<Terms> = {}): Terms => ({
  id: 't',
  agreement: 'a',
  currency: 'INR',
  per: 1,
  rate: '0',
  tiers: [],
  tiers_apply: 'within',
  percent: '0',
  fixed: '0',
  min_guarantee: null,
  budget: null,
  cap: null,
  withholding_percent: '0',
  ...own,
});
const counts = (own: Partial<Counts> = {}): Counts => ({
  gross: 0,
  duplicate: 0,
  out_of_window: 0,
  unapproved: 0,
  over_cap: 0,
  invalid: {},
  ...own,
});
export const line = (id: string, own: Partial<Counts>, more: Partial<Line> = {}): Line => ({
  id,
  terms: 't',
  counts: counts(own),
  revenue: { gross: '0', valid: '0' },
  reported: null,
  ...more,
});

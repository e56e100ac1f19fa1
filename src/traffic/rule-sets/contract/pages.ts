import { page } from '#platform/contract/page.ts';

export const RULE_SET_PAGES = [
  page({
    id: 'rules',
    paths: ['/rules'],
    title: 'Rules',
    guard: 'menu',
    times: 'package',
    permission: 'rules.read',
    historyMonths: 0,
    menu: { category: 'Traffic', subCategory: 'Evidence', icon: 'adjustments' },
  }),
  page({
    id: 'rules-history',
    paths: ['/rules/history'],
    title: 'Rule history',
    guard: 'menu',
    times: 'package',
    permission: 'rules.read',
    historyMonths: 0,
  }),
] as const;

export type RuleSetPageId = (typeof RULE_SET_PAGES)[number]['id'];

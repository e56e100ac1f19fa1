import { page } from '#platform/contract/page.ts';

const common = { guard: 'menu', permission: 'rules.read', times: 'package', historyMonths: 12 } as const;
const menu = (icon: string) => ({ category: 'Brand', subCategory: 'Brand protection', icon });

/** The spec leaves open which title belongs to which address: each names its page (LAY-GAP-01). */
export const INFRINGEMENT_PAGES = [
  page({
    id: 'adword-affiliate',
    paths: ['/adword_affiliate'],
    title: 'Adword Affiliate',
    menu: menu('user-search'),
    ...common,
  }),
  page({
    id: 'adword-competitor',
    paths: ['/adword_competitor'],
    title: 'Adword Competitor',
    menu: menu('ad'),
    ...common,
  }),
  page({
    id: 'keyword-bidding',
    paths: ['/keyword-bidding-download'],
    title: 'Keyword Bidding',
    menu: menu('download'),
    ...common,
  }),
  page({
    id: 'domain-tracking',
    paths: ['/web/tools/domain-tracking'],
    title: 'Domain Tracking',
    menu: menu('network'),
    ...common,
    historyMonths: 0,
  }),
  page({ id: 'coupons', paths: ['/coupons'], title: 'Coupons', menu: menu('ticket'), ...common }),
  page({
    id: 'coupons-referral',
    paths: ['/coupons-referral'],
    title: 'Coupon Referral',
    menu: menu('users'),
    ...common,
  }),
] as const;

export type InfringementPageId = (typeof INFRINGEMENT_PAGES)[number]['id'];

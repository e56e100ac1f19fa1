import { page } from '#platform/contract/page.ts';

const tool = (icon: string) => ({ category: 'Tools', subCategory: 'Account tools', icon });
const common = { guard: 'menu', historyMonths: 0, times: 'package' } as const;

export const ACCOUNT_TOOL_PAGES = [
  page({
    id: 'account-summary',
    paths: ['/web/tools/account-summary'],
    title: 'Account Summary',
    guard: 'menu',
    permission: 'package.read',
    historyMonths: 12,
    menu: tool('table'),
  }),
  page({
    id: 'linked-accounts',
    paths: ['/web/tools/linked-accounts'],
    title: 'Linked Accounts',
    permission: 'package.read',
    menu: tool('link'),
    ...common,
  }),
  page({
    id: 'digital-footprint',
    paths: ['/web/tools/digital-footprint'],
    title: 'Digital Footprint',
    permission: 'event.judge',
    menu: tool('user-search'),
    ...common,
  }),
  page({
    id: 'bank-verification',
    paths: ['/web/tools/bank-verification'],
    title: 'Bank Verification',
    permission: 'money.write',
    menu: tool('coins'),
    ...common,
  }),
  page({
    id: 'merchant-onboarding',
    paths: ['/web/tools/merchant-onboarding'],
    title: 'Merchant Onboarding',
    permission: 'money.write',
    menu: tool('users'),
    ...common,
  }),
  page({
    id: 'fingerprint',
    paths: ['/fingerprint'],
    title: 'Device ID',
    menu: tool('network'),
    ...common,
  }),
  /** Its frame brings its own heading (LAY-UI-38). */
  page({
    id: 'external-embeded',
    paths: ['/external-embeded'],
    title: '',
    guard: 'menu',
    historyMonths: 0,
    menu: { ...tool('eye'), title: 'External page' },
  }),
] as const;

export type AccountToolPageId = (typeof ACCOUNT_TOOL_PAGES)[number]['id'];

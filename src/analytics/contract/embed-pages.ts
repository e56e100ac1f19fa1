import { type Page, page } from '#platform/contract/page.ts';

/** What an embedded report can be about; `overview` is everything together. */
export const EMBED_TOPICS = [
  'brandsafety',
  'impression',
  'click',
  'overview',
  'click_integrity',
  'impression_integrity',
] as const;
export type EmbedTopic = (typeof EMBED_TOPICS)[number];

const analytics = (id: string, path: string, title: string, more: Partial<Page>): Page =>
  page({ id, paths: [path], title, guard: 'menu', historyMonths: 3, times: 'package', ...more });
const menu = (icon: string) => ({ category: 'Analytics', subCategory: 'Dashboards', icon });

/** Screens with a report in a frame, and what each is about; the first opens the first of the next three one may see. */
export const EMBED_PAGES: readonly Page[] = [
  analytics('analytics', '/analytics-dashboard', 'Analytics Dashboard', {}),
  analytics('analytics-brandsafety', '/analytics-dashboard/brandsafety', 'Brand Safety Analytics', {
    menu: menu('shield-check'),
  }),
  analytics('analytics-impression', '/analytics-dashboard/impression', 'Impression Analytics', { menu: menu('ad') }),
  analytics('analytics-click', '/analytics-dashboard/click', 'Click Analytics', { menu: menu('click') }),
  analytics('click-integrity-embed', '/click-integrity/dashboard', 'Click Integrity Dashboard', {
    menu: { category: 'Tracking', subCategory: 'Click integrity', icon: 'eye', title: 'Embedded click integrity' },
  }),
  analytics('impression-integrity-embed', '/impression-integrity/dashboard', 'Impression Integrity Dashboard', {
    menu: {
      category: 'Tracking',
      subCategory: 'Impression integrity',
      icon: 'eye',
      title: 'Embedded impression integrity',
    },
  }),
  analytics('aws', '/aws-dashboard', 'Embedded Analytics', { menu: menu('eye') }),
];

export const TOPIC_OF_PAGE: Readonly<Record<string, EmbedTopic>> = {
  'analytics-brandsafety': 'brandsafety',
  'analytics-impression': 'impression',
  'analytics-click': 'click',
  'click-integrity-embed': 'click_integrity',
  'impression-integrity-embed': 'impression_integrity',
  aws: 'overview',
};

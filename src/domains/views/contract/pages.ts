import { page } from '#platform/contract/page.ts';

export const VIEW_PAGES = [
  page({ id: 'shared-view', paths: ['/views/:key'], title: 'Shared view', guard: 'session', historyMonths: 0 }),
] as const;

export type ViewPageId = (typeof VIEW_PAGES)[number]['id'];

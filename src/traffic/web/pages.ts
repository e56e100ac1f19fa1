import { loadTexts } from '#platform/web/i18n/i18n.ts';
import { chosenLocale } from '#platform/web/i18n/locales.ts';
import type { PageComponents } from '#platform/web/layout/page-component.ts';
import type { TrafficPageId } from '#traffic/contract/pages.ts';

/** Texts of the reasons card and of conditions that are read out. */
const WHY = ['traffic', 'events', 'conditions'];

/** What `useRefusalText` speaks with. */
const REFUSAL_TEXTS = ['refusals', 'rules', 'conditions', 'traffic'];

/** English stands in the rules themselves and has no file. */
const ruleTexts = (): string[] => (chosenLocale() === 'en' ? [] : ['rule-texts']);

/**
 * The code of a screen together with the texts of all that opens on it: the first drawer that waits for words of its own
 * would blank the screen meanwhile.
 */
async function withTexts<M>(code: Promise<M>, texts: readonly string[]): Promise<M> {
  const [loaded] = await Promise.all([code, loadTexts([...texts])]);
  return loaded;
}

export const TRAFFIC_PAGE_COMPONENTS: PageComponents<TrafficPageId> = {
  events: async () =>
    (await withTexts(import('./events/events-page.tsx'), [...WHY, ...REFUSAL_TEXTS, 'whitelist'])).EventsPage,
  import: async () => (await withTexts(import('./import/import-page.tsx'), ['import', 'traffic'])).ImportPage,
  'white-list': async () =>
    (await withTexts(import('./white-list/white-list-page.tsx'), ['whitelist', ...REFUSAL_TEXTS])).WhiteListPage,
  rules: async () =>
    (await withTexts(import('./rules/rules-page.tsx'), [...REFUSAL_TEXTS, ...WHY, ...ruleTexts()])).RulesPage,
  'rules-history': async () =>
    (await withTexts(import('./rules/history-page.tsx'), [...REFUSAL_TEXTS, 'publisher', ...WHY])).RulesHistoryPage,
  publisher: async () =>
    (await withTexts(import('./publisher/publisher-page.tsx'), ['publisher', 'traffic'])).PublisherPage,
};

import type { ComponentType } from 'react';
import { BOARD_TEXTS } from '#analytics/web/pages.ts';
import type { BOARDS_PAGE, EXPLORE_PAGE } from '#domains/explore/contract/pages.ts';
import { withTexts } from '#platform/web/i18n/i18n.ts';
import type { PageComponents } from '#platform/web/layout/page-component.ts';
import { REFUSAL_TEXTS, WHY_TEXTS } from '#traffic/rules/web/texts.ts';
import type { SchedulePanelProps } from './schedule-question.tsx';

const TEXTS = ['explore', 'boards', 'events', ...BOARD_TEXTS, ...WHY_TEXTS, ...REFUSAL_TEXTS];

/** `Panel` is the form of a schedule. */
export const explorePages = (
  Panel: ComponentType<SchedulePanelProps>,
): PageComponents<(typeof EXPLORE_PAGE | typeof BOARDS_PAGE)['id']> => ({
  explore: async () => (await withTexts(import('./explore-page.tsx'), TEXTS)).explorePageWith(Panel),
  'explore-boards': async () => (await withTexts(import('./boards/boards-page.tsx'), TEXTS)).BoardsPage,
});

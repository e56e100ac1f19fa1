import { BOARDS } from '#analytics/contract/boards/registry.ts';
import { boardDocId, type DocsArea, taskDocId } from '#domains/docs/contract/pages.ts';
import { TASKS } from '#domains/docs/contract/tasks.ts';
import type { PageComponents, PageLoader } from '#platform/web/layout/page-component.ts';

const AREAS: PageComponents<DocsArea> = {
  'docs-tasks': () => import('./tasks-page.tsx').then((m) => m.TasksPage),
  'docs-boards': () => import('./boards-page.tsx').then((m) => m.BoardsPage),
  'docs-measures': () => import('./measures-page.tsx').then((m) => m.MeasuresPage),
  'docs-filters': () => import('./filters-page.tsx').then((m) => m.FiltersPage),
  'docs-facts': () => import('./facts-page.tsx').then((m) => m.FactsPage),
  'docs-rules': () => import('./rules-page.tsx').then((m) => m.RulesPage),
  'docs-glossary': () => import('./glossary-page.tsx').then((m) => m.GlossaryPage),
  'docs-lists': () => import('./lists-page.tsx').then((m) => m.ListsPage),
  'docs-api': () => import('./api/api-page.tsx').then((m) => m.ApiPage),
};

const boardPage: PageLoader = () => import('./board-page.tsx').then((m) => m.BoardDocPage);
const taskPage: PageLoader = () => import('./task-page.tsx').then((m) => m.TaskPage);

export const DOCS_PAGE_COMPONENTS: PageComponents<string> = {
  docs: () => import('./index-page.tsx').then((m) => m.IndexPage),
  ...AREAS,
  ...Object.fromEntries(BOARDS.map((board) => [boardDocId(board), boardPage])),
  ...Object.fromEntries(TASKS.map((task) => [taskDocId(task), taskPage])),
};

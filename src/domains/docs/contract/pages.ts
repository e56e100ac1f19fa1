import type { AnyBoard } from '#analytics/contract/board.ts';
import { BOARDS } from '#analytics/contract/boards/registry.ts';
import { type Page, page } from '#platform/contract/page.ts';
import { TASKS, type Task } from './tasks.ts';

export const DOCS_PATH = '/docs';
export const boardDocId = (board: AnyBoard): string => `docs-board-${board.id}`;
export const taskDocId = (task: Task): string => `docs-task-${task.id}`;
export const boardDocPath = (board: AnyBoard): string => `${DOCS_PATH}/boards/${board.id}`;

const help = <const Id extends string>(id: Id, path: string, title: string) =>
  page({ id, paths: [path], title, guard: 'session', historyMonths: 0 });

/** The areas of the documentation, in the order they are offered. */
export const DOCS_AREAS = [
  help('docs-tasks', '/docs/tasks', 'Tasks'),
  help('docs-boards', '/docs/boards', 'Boards'),
  help('docs-measures', '/docs/measures', 'Measures'),
  help('docs-filters', '/docs/filters', 'Filters'),
  help('docs-facts', '/docs/facts', 'Columns and facts'),
  help('docs-rules', '/docs/rules', 'Rules and reasons'),
  help('docs-glossary', '/docs/glossary', 'Glossary'),
  help('docs-lists', '/docs/lists', 'Lists'),
  help('docs-api', '/docs/api', 'API'),
] as const;
export type DocsArea = (typeof DOCS_AREAS)[number]['id'];

/**
 * Help pages: one per area, board and task, so that each has its own address and title. Open to whoever is signed in.
 */
export const DOCS_PAGES: readonly Page[] = [
  help('docs', DOCS_PATH, 'Documentation'),
  ...DOCS_AREAS,
  ...BOARDS.map((board) => help(boardDocId(board), boardDocPath(board), board.title)),
  ...TASKS.map((task) => help(taskDocId(task), task.path, task.title)),
];

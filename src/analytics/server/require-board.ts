import { requirePage, type Scope } from '#platform/server/access/scope.ts';
import type { AnyBoard } from '../contract/board.ts';
import { BOARD_PAGES } from '../contract/pages.ts';

const pagesOf = ({ id }: AnyBoard): string[] =>
  BOARD_PAGES.filter(({ boardId }) => boardId === id).map((page) => page.id);

/** Refuses the figures of a board whose every page was left out of the caller's menu for this package. */
export const requireBoard = (scope: Scope, packageName: string, board: AnyBoard): void =>
  requirePage(scope, packageName, pagesOf(board));

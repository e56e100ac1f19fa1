import { requirePage, type Scope } from '#platform/server/access/scope.ts';
import type { Board } from '../contract/board.ts';
import { BOARD_PAGES } from '../contract/pages.ts';

const pagesOf = ({ id }: Board): string[] => BOARD_PAGES.filter(({ boardId }) => boardId === id).map((page) => page.id);

/** Refuses the figures of a board whose every page was left out of the caller's menu for this package. */
export const requireBoard = (scope: Scope, packageName: string, board: Board): void =>
  requirePage(scope, packageName, pagesOf(board));

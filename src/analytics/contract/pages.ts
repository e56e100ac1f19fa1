import { type Page, page } from '#platform/contract/page.ts';
import type { AnyBoard, BoardRoute } from './board.ts';
import { BOARDS } from './boards/registry.ts';

/** A board page knows its board and how it lays it out. */
export interface BoardPage extends Page {
  boardId: string;
  layout: BoardRoute['layout'];
  calls: BoardRoute['calls'];
}

/**
 * One page per address: the first is the board's own menu entry. The others are granted under their own path, and drawn
 * in the menu only of who does not have the first.
 */
const pagesOf = (on: AnyBoard): BoardPage[] =>
  on.routes.map((route, index) => ({
    ...page({
      id: index === 0 ? on.id : `${on.id}-${route.layout === 'tabular' ? 'tabular' : 'landing'}`,
      paths: [route.path],
      title: on.title,
      guard: 'menu',
      historyMonths: on.historyMonths,
      compares: true,
      times: 'package',
      ...(route.lockDays ? { lockDays: route.lockDays } : {}),
      menu: index === 0 ? on.menu : { ...on.menu, subCategory: route.layout === 'tabular' ? 'Tables' : 'Overview' },
      ...(index === 0 ? {} : { variantOf: on.id }),
      ...(on.dataset.platform ? { platform: on.dataset.platform } : {}),
    }),
    boardId: on.id,
    layout: route.layout,
    calls: route.calls,
  }));

export const BOARD_PAGES: readonly BoardPage[] = BOARDS.flatMap(pagesOf);

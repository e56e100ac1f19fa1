import { BOARDS } from '#analytics/contract/boards/registry.ts';
import { BOARD_PAGES } from '#analytics/contract/pages.ts';
import { EXPLORE_PAGE } from '#domains/explore/contract/pages.ts';
import { fitsPackage, type Page } from '#platform/contract/page.ts';
import { may, maySeePage } from '#platform/server/access/scope.ts';
import type { EventKind } from '#traffic/event/contract/event.ts';
import { EXPLORER_PAGES } from '#traffic/explorer/contract/pages.ts';
import { INTAKE_PAGES } from '#traffic/intake/contract/pages.ts';
import { MONEY_PAGES } from '#traffic/money/contract/pages.ts';
import { RULE_SET_PAGES } from '#traffic/rule-sets/contract/pages.ts';
import { SOURCE_PAGES } from '#traffic/sources/contract/pages.ts';
import { WHITE_LIST_PAGES } from '#traffic/white-list/contract/pages.ts';
import type { Asked } from './asked.ts';

const PAGES = [
  EXPLORE_PAGE,
  ...EXPLORER_PAGES,
  ...INTAKE_PAGES,
  ...MONEY_PAGES,
  ...RULE_SET_PAGES,
  ...SOURCE_PAGES,
  ...WHITE_LIST_PAGES,
] satisfies readonly Page[];

type ProofPage = (typeof PAGES)[number]['id'];
type Search = Readonly<Record<string, string | readonly string[]>>;

/** Where a number stands: a page by its id, or the board of one kind of event; with filters beside package and days. */
export interface Proof {
  page: ProofPage | { board: EventKind };
  search?: Search;
  /** The days told of unless named. */
  days?: { from: string; to: string };
}

/** The first of the places that the caller may open, with package, days and filters; none when all are closed. */
export function proofOf({ scope, info, window }: Asked, places: readonly Proof[]): string | undefined {
  const opens = (page: Page): boolean =>
    fitsPackage(page, info) &&
    (!page.permission || may(scope, page.permission)) &&
    maySeePage(scope, info.package_name, [page.id]);
  for (const { page: wanted, search = {}, days = window.days } of places) {
    const page = pagesOf(wanted, info.platform).find(opens);
    if (!page) continue;
    const params = new URLSearchParams({ package: info.package_name, ...days });
    for (const [name, values] of Object.entries(search))
      for (const value of [values].flat()) params.append(name, value);
    return `${page.paths[0]}?${params}`;
  }
  return undefined;
}

const pagesOf = (wanted: Proof['page'], platform: 'web' | 'app'): readonly Page[] =>
  typeof wanted === 'string' ? PAGES.filter(({ id }) => id === wanted) : boardsOf(wanted.board, platform);

/** Of the first board of the registry that counts this kind and no other: another may count a part of it. */
function boardsOf(kind: EventKind, platform: 'web' | 'app'): readonly Page[] {
  const board = BOARDS.find(
    ({ dataset }) => dataset.platform === platform && dataset.kinds.length === 1 && dataset.kinds[0] === kind,
  );
  return BOARD_PAGES.filter(({ boardId }) => boardId === board?.id);
}

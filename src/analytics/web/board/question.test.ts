import { describe, expect, it } from 'vitest';
import { type AnyBoard, widgetOf } from '#analytics/contract/board.ts';
import { appEvent } from '#analytics/contract/boards/app.ts';
import { BOARDS } from '#analytics/contract/boards/registry.ts';
import { webClick, webVisit } from '#analytics/contract/boards/web.ts';
import { BOARD_CALLS, downloadEndpoint, widgetEndpoint } from '#analytics/contract/endpoints.ts';
import { boardQuery, dimensionFilters } from '#analytics/contract/filters.ts';
import { LOOKUP_BOARDS, lookups } from '#analytics/contract/lookups.ts';
import { offeredFilters } from '#analytics/contract/offered.ts';
import { provisionalFrom } from '#analytics/contract/prepare/answer.ts';
import { layoutOf } from '#analytics/contract/prepare/layout.ts';
import { ANALYTICS } from '#analytics/contract/slice.ts';
import { lookupOf, lookupType } from '../filters/lookup.ts';
import { ANALYTICS_PAGE_COMPONENTS } from '../pages.ts';
import { boardParameters, sentValues, tableParameters } from './question.ts';

const range = { from: '2026-11-15', to: '2026-11-21' };
const asked = { packageName: 'p', range, where: {}, compare: 'none' as const };

describe('what a board asks', () => {
  it('sends all for nothing chosen and a comma list for some [FLT-RULE-04]', () => {
    expect(sentValues([])).toBe('all');
    expect(sentValues(['a', 'b'])).toBe('a,b');
  });

  it('arrives at the server as it was chosen, commas and all, on every board', () => {
    const where = { publisher: ['gamma, inc'], country: ['DE', 'FR'], os: ['Android'] };
    for (const board of BOARDS) {
      const query = boardQuery.parse(boardParameters({ ...asked, board, where }));
      expect(dimensionFilters(query)).toEqual(where);
    }
  });

  it('reaches its own board: every card of every page and every list of every filter', () => {
    /** The first board of a path, or the one of the type. */
    const reached = (boards: readonly AnyBoard[] = [], type: AnyBoard['types'][number] | undefined) =>
      (type ? boards.find(({ types }) => types.includes(type)) : boards[0])?.id;
    const boardsOfLists = new Map(Object.entries(LOOKUP_BOARDS));
    const lists = new Map(Object.entries(lookups).map(([name, { path }]) => [path, boardsOfLists.get(name)]));
    for (const board of BOARDS) {
      const { dashboard_type } = boardParameters({ ...asked, board });
      for (const { path, calls } of board.routes)
        for (const widget of board.widgets) {
          const endpoint = widgetEndpoint(board, widget, calls);
          const call = BOARD_CALLS.find((each) => each.endpoint === endpoint);
          expect([path, widget.id, reached(call?.boards, dashboard_type)]).toEqual([path, widget.id, board.id]);
        }
      for (const widget of board.widgets) {
        const endpoint = downloadEndpoint(board, widget);
        const call = BOARD_CALLS.find((each) => each.endpoint === endpoint);
        expect([widget.id, reached(call?.boards, dashboard_type)]).toEqual([widget.id, board.id]);
      }
      // Without a type of its own a board is offered the values of the traffic.
      for (const dimension of board.types.length > 0 ? offeredFilters(board) : []) {
        const { path } = lookupOf(board, dimension).endpoint;
        expect([dimension, reached(lists.get(path), lookupType(board))]).toEqual([dimension, board.id]);
      }
    }
  });

  it('keeps the pages of publisher and campaign tables apart', () => {
    const view = { page: 3, search: ' x ', sort: undefined };
    expect(tableParameters(widgetOf(webVisit, 'publisher-wise'), view)).toEqual({ pageNo: 3, search: 'x', limit: 8 });
    expect(tableParameters(widgetOf(webVisit, 'campaign-wise'), view)).toEqual({
      campageNo: 3,
      campsearch: 'x',
      limit: 10,
    });
    const blank = { page: 1, search: ' ', sort: { by: 'fraud' as const, desc: false } };
    expect(tableParameters(widgetOf(webClick, 'placement-wise'), blank)).toEqual({
      page: 1,
      limit: 10,
      sort: 'fraud',
      order: 'asc',
    });
  });

  it('takes today for unfinished, and the locked days before it', () => {
    expect(provisionalFrom('2026-11-21')).toBe('2026-11-21');
    expect(provisionalFrom('2026-11-21', 2)).toBe('2026-11-20');
    expect(appEvent.routes.some(({ lockDays }) => lockDays === 2)).toBe(true);
  });
});

describe('boards as screens', () => {
  it('has a screen for every page', () => {
    expect(Object.keys(ANALYTICS_PAGE_COMPONENTS)).toEqual(ANALYTICS.pages.map(({ id }) => id));
  });

  it('gives every widget exactly one place', () => {
    for (const board of BOARDS) {
      const { figures, lead, open, folded } = layoutOf(board);
      const below = [...open, ...folded].flatMap(({ widgets }) => widgets);
      const placed = [figures, lead, ...below].flatMap((widget) => widget?.id ?? []);
      expect(placed.sort()).toEqual(board.widgets.map(({ id }) => id).sort());
    }
  });
});

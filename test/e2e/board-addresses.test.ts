import { readFile } from 'node:fs/promises';
import Papa from 'papaparse';
import type { Page, Response } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { isAboutVerdicts } from '#analytics/contract/board.ts';
import { BOARDS } from '#analytics/contract/boards/registry.ts';
import { widgetEndpoint } from '#analytics/contract/endpoints.ts';
import { isWorthShowing } from '#analytics/contract/prepare/shown.ts';
import { SHAPES } from '#analytics/contract/shapes/registry.ts';
import { addDays } from '#platform/contract/date-range.ts';
import { NOT_REPORTED } from '#traffic/event/contract/dimensions.ts';
import { boardReady, card, figure, person, picture, textOf, useBrowser, withAllSections } from './browser.ts';
import { APP, WEB } from './people.ts';

/**
 * Every address of every board, opened as somebody who may: what its cards show against the same events counted by the
 * list of events, which shares no query with the boards.
 */
const browser = useBrowser();
const today = new Date().toISOString().slice(0, 10);
/** Touches two months on almost every day of a year. */
const RANGE = { from: addDays(today, -28), to: addDays(today, -1) };

/** Rows of the specification by address. */
const ROWS: Readonly<Record<string, string>> = {
  '/web/dashboard/visit': '[WEB-ROUTE-01] [WEB-UI-01]',
  '/web/dashboard/event': '[WEB-ROUTE-02] [WEB-UI-01]',
  '/web/dashboard/click': '[WEB-ROUTE-03] [WEB-UI-01]',
  '/web/dashboard/impression': '[WEB-ROUTE-04] [WEB-UI-01]',
  '/visit-dashboard': '[WEB-ROUTE-06] [WEB-GAP-06]',
  '/click-dashboard': '[WEB-ROUTE-07]',
  '/event-dashboard': '[WEB-ROUTE-08]',
  '/impression-dashboard': '[WEB-ROUTE-09]',
  '/install-dashboard': '[WEB-ROUTE-10]',
  '/app/dashboard/install': '[APP-ROUTE-01]',
  '/app/dashboard/install1': '[APP-ROUTE-02] [APP-GAP-03]',
  '/app/dashboard/event': '[APP-ROUTE-03]',
  '/app/dashboard/event1': '[APP-ROUTE-04] [APP-GAP-03]',
  '/app/dashboard/reengagement-clicks': '[APP-ROUTE-05]',
  '/app/dashboard/reengagement-clicks1': '[APP-ROUTE-06] [APP-GAP-03]',
  '/app/dashboard/reengagement-events': '[APP-ROUTE-07]',
  '/app/dashboard/reengagement-events1': '[APP-ROUTE-08] [APP-GAP-03]',
  '/app-event-dashboard': '[APP-ROUTE-09]',
  '/app-reengagement-event-dashboard': '[APP-ROUTE-10]',
  '/app-reengagement-click-dashboard': '[APP-ROUTE-11]',
  '/app/dashboard/click-impression': '[APP-GAP-04]',
  '/proxy-dashboard': '[WEB-ROUTE-17]',
  '/web/dashboard/google_ads_analytics': '[WEB-ROUTE-05]',
  '/publisher-summary': '[PSUM-ROUTE-01] [LAY-UI-21]',
  '/app/publisher-summary': '[PSUM-ROUTE-02] [LAY-UI-22]',
  '/event-publisher-summary': '[PSUM-ROUTE-03] [LAY-UI-23]',
  '/bs-dashboard': '[WEB-ROUTE-18] [LAY-UI-30]',
  '/bs-download': '[WEB-ROUTE-19]',
};

/** The "others" of the older plots, which the dashboard under its older name asks for. */
const PLOTS = [
  'fraud_category',
  'fraud_sub_category',
  'channel',
  'placement_type',
  'top_system_domain',
  'sub_publisher',
];

const BOARD_API = /^\/api\/(v2|web-bi|app|bs|google_ads|publisher_summary)\/(?!.*(filters\/|download$))/;
const VERDICTS = ['clean', 'suspect', 'fraud'] as const;

/** Boards about own links have nothing to show of these packages: those links are followed in `integrity.test.ts`. */
const PLACES = BOARDS.filter(({ dataset }) => !dataset.id.startsWith('own_')).flatMap((board) =>
  board.routes.map(({ path, ...route }) => ({ ...route, address: path, board, rows: ROWS[path] ?? '' })),
);

type Place = (typeof PLACES)[number];
const packageOf = ({ board }: Place): string => (board.dataset.platform === 'app' ? APP : WEB);
/** Every widget of a board about some events only has their condition; so has what the list is asked. */
const totalOf = ({ board }: Place) => board.widgets.find(({ shape }) => SHAPES[shape].single);

/** Events of a kind by the list of events. */
async function listed(page: Page, place: Place, more: readonly [string, string][]): Promise<number> {
  const query = new URLSearchParams({
    package_name: packageOf(place),
    fromDate: RANGE.from,
    toDate: RANGE.to,
  });
  for (const kind of place.board.dataset.kinds) query.append('kind', kind);
  for (const [name, value] of more) query.append(name, value);
  for (const [name, values] of Object.entries(totalOf(place)?.standing ?? {}))
    for (const value of values) query.append(name, value);
  const answer = await page.request.get(`/api/traffic/events?${query}`, {
    headers: { authorization: person('agency').token },
  });
  expect(answer.status()).toBe(200);
  const { total }: { total: number } = await answer.json();
  return total;
}

/** What the figures of a board about verdicts must show. */
async function ofVerdicts(page: Page, place: Place): Promise<Record<string, number>> {
  const [clean = 0, suspect = 0, fraud = 0] = await Promise.all(
    VERDICTS.map((verdict) => listed(page, place, [['verdict', verdict]])),
  );
  return { Total: clean + suspect + fraud, Clean: clean, Suspect: suspect, Fraud: fraud };
}

/** And of one about what ads stand beside: known bots are none of them. */
async function ofSurroundings(page: Page, place: Place): Promise<Record<string, number>> {
  const counted = VERDICTS.map((verdict): [string, string] => ['verdict', verdict]);
  const [unsafe = 0, safe = 0, unrated = 0] = await Promise.all(
    ['unsafe', 'safe', NOT_REPORTED].map((safety) => listed(page, place, [...counted, ['safety', safety]])),
  );
  expect(Math.min(unsafe, safe, unrated)).toBeGreaterThan(0);
  return { Total: unsafe + safe + unrated, Unsafe: unsafe, Safe: safe, 'Without category': unrated };
}

/** Calls of boards that were answered since, by their path, and whether there is anything to show in the answer. */
function answeredCalls(page: Page): Map<string, Promise<boolean>> {
  const answered = new Map<string, Promise<boolean>>();
  const hasEvents = async (answer: Response): Promise<boolean> => {
    const { data }: { data: { total: number } | { total: number }[] } = await answer.json();
    return [data].flat().some(({ total }) => total > 0);
  };
  page.on('response', (answer) => {
    const { pathname } = new URL(answer.url());
    if (answer.status() === 200 && BOARD_API.test(pathname)) answered.set(pathname, hasEvents(answer));
  });
  return answered;
}

describe.each([WEB, APP])('%s', (pkg) => {
  let page: Page;
  let answered: ReturnType<typeof answeredCalls>;
  beforeAll(async () => {
    page = await browser.as('agency');
    await withAllSections(page);
    answered = answeredCalls(page);
  });

  it.each(PLACES.filter((place) => packageOf(place) === pkg))(
    '$address shows what was counted for this package and kind, each card by its own call $rows',
    async (place) => {
      const { address, board, calls, layout, lockDays } = place;
      answered.clear();
      // Loaded anew: an answer that was kept would not be asked for again.
      await page.goto(`${address}?package=${pkg}&from=${RANGE.from}&to=${RANGE.to}`);
      await boardReady(page);
      await picture(page, `board${address.replaceAll('/', '-')}`);

      const counts = await (isAboutVerdicts(board) ? ofVerdicts : ofSurroundings)(page, place);
      expect(counts['Total']).toBeGreaterThan(0);
      expect(await textOf(page.getByRole('heading', { level: 1 }))).toBe(board.title);
      for (const [name, count] of Object.entries(counts)) expect(await figure(page, name), name).toBe(count);

      const drawn = board.widgets.filter((widget) => !SHAPES[widget.shape].single && isWorthShowing(widget, RANGE));
      for (const widget of drawn) {
        const { path } = widgetEndpoint(board, widget, calls);
        expect([...answered.keys()], widget.id).toContain(path);
        const drawnAs = card(page, widget.title).first();
        await drawnAs.waitFor();
        const isEmpty = (await drawnAs.getByText('No Data Found').count()) > 0;
        expect(isEmpty, widget.id).toBe(!(await answered.get(path)));
      }
      if (address === '/visit-dashboard')
        for (const plot of PLOTS) expect([...answered.keys()]).toContain(`/api/web-bi/plots/${plot}`);
      // Where people come for a file, it is saved, and holds what the figures say.
      if (board.file) {
        const [saved] = await Promise.all([
          page.waitForEvent('download'),
          page.getByRole('button', { name: 'Download CSV' }).click(),
        ]);
        const text = await readFile(await saved.path(), 'utf8');
        const lines = Papa.parse<Record<string, string>>(text.replace(/^\u{FEFF}/u, ''), {
          header: true,
          skipEmptyLines: true,
        });
        const sum = lines.data.reduce((all, line) => all + Number(line['Placements']), 0);
        expect(sum).toBe(counts['Total']);
      }
      if (layout === 'tabular') expect(await page.locator('main canvas').count()).toBe(0);
      const locked = page.getByText(`figures of the last ${lockDays ?? 0} days are provisional`);
      expect((await locked.count()) > 0).toBe(lockDays !== undefined);
      const own = new Set(board.widgets.map((widget) => widgetEndpoint(board, widget, calls).path));
      expect([...answered.keys()].filter((path) => !own.has(path))).toEqual([]);
    },
  );
});

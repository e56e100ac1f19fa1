import { beforeAll, describe, expect, it } from 'vitest';
import { formatOf } from '#platform/contract/format.ts';
import { LOCALE_CODES } from '#platform/contract/locales.ts';
import { openTexts } from '#platform/server/texts.ts';
import { readPdf } from '../../../test/support/pdf-text.ts';
import { useClickHouse } from '../../../test/support/use-clickhouse.ts';
import { BOARDS } from '../contract/boards/registry.ts';
import { pdfEndpoint } from '../contract/endpoints.ts';
import type { BoardRow } from '../contract/rows.ts';
import { type BoardServer, boardServer, type Caller } from '../testing/board-server.ts';
import { SEED_PACKAGES, SEED_RANGE, SEED_ZONE, seedTraffic, stored } from '../testing/seed-traffic.ts';
import { boardRoutes } from './board-routes.ts';
import { pdfRoutes } from './pdf-routes.ts';
import { createRunWidget } from './run-widget.ts';

// From source a thread begins slowly, on a busy machine the more so.
const PATIENCE = { timeout: 120_000 };
const clickhouse = useClickHouse();
const texts = openTexts(new URL('../../..', import.meta.url).pathname);
const [PACKAGE] = SEED_PACKAGES;
const CLICK = '/api/v2/web/click/dashboard';
let server: BoardServer;

beforeAll(async () => {
  await clickhouse.insert('traffic', seedTraffic().map(stored));
  const runWidget = createRunWidget(clickhouse);
  server = await boardServer(clickhouse, {
    today: '2024-04-02',
    routes: (deps) => [...boardRoutes(deps), ...pdfRoutes({ ...deps, runWidget, texts, colours: async () => ({}) })],
  });
});

const get = (path: string, more: Record<string, string> = {}, as: Caller = 'admin') =>
  server.get(
    path,
    Object.entries({
      package_name: PACKAGE,
      fromDate: SEED_RANGE.from,
      toDate: SEED_RANGE.to,
      counts: 'parts',
      ...more,
    }),
    as,
  );

async function pdfOf(more: Record<string, string> = {}, as: Caller = 'admin') {
  const answer = await get(`${CLICK}/pdf`, more, as);
  expect(answer.status, answer.body).toBe(200);
  expect(answer.headers['content-type']).toBe('application/pdf');
  return { ...readPdf(answer.bytes), name: String(answer.headers['content-disposition']) };
}

const plain = (text: string): string => text.replaceAll(/\s/g, '');

describe('a board as PDF', () => {
  it.each(LOCALE_CODES)(
    'says in %s what it is, shows the numbers of the board and draws its charts',
    PATIENCE,
    async (language) => {
      const [t, format] = [await texts(language), formatOf(language)];
      const pdf = await pdfOf({ language });
      const { data }: { data: BoardRow } = JSON.parse((await get(`${CLICK}/total`)).body);
      const said = [
        t('pages:Click Dashboard'),
        PACKAGE,
        format.day(SEED_RANGE.from),
        format.day(SEED_RANGE.to),
        SEED_ZONE,
        t('board:pdf_no_filters'),
        t('board:pdf_made_by', { when: format.dateTime('2024-04-02T12:00:00Z', SEED_ZONE), who: 'admin' }),
        ...[data.total, data.clean, data.fraud, data.suspect].map((n) => format.number(n)),
        t('board:section_reasons'),
        t('fields:widget.Publishers', { defaultValue: 'Publishers' }),
        t('board:pdf_page', { page: 1, pages: pdf.pages }),
      ];
      for (const text of said) expect(pdf.text, text).toContain(plain(text));
      expect(pdf.pages).toBeGreaterThan(1);
      expect(pdf.shapes).toBeGreaterThan(150);
      const face = { ja: 'NotoSansJP', zh: 'NotoSansSC' }[language as string] ?? 'Inter';
      expect(
        pdf.faces.some((name) => name.includes(face)),
        pdf.faces.join(),
      ).toBe(true);
      expect(pdf.text).not.toContain('\ufffd');
    },
  );

  it('is narrowed by filters, which it says, and compares with the period before', PATIENCE, async () => {
    const pdf = await pdfOf({ publisher: 'alpha', compare: 'previous' });
    expect(pdf.text).toContain('Publisher:alpha');
    const { data }: { data: BoardRow } = JSON.parse((await get(`${CLICK}/total`, { publisher: 'alpha' })).body);
    expect(pdf.text).toContain(`${data.total}clicks`);
    expect(pdf.text).toContain('Changesagainst');
    expect(pdf.text).not.toContain('beta');
    expect(pdf.name).toMatch(/^attachment; filename="Click Dashboard_.*_publisher=alpha_2024-04-02T1200Z\.pdf"$/);
  });

  it('shows a publisher its own traffic only, and strangers nothing', PATIENCE, async () => {
    const own = await pdfOf({}, 'publisher');
    expect(own.text).toContain('alpha');
    expect(own.text).not.toContain('beta');
    expect((await get(`${CLICK}/pdf`, {}, 'stranger')).status).toBe(403);
    expect((await get(`${CLICK}/pdf`, { publisher: 'beta' }, 'publisher')).status).toBe(403);
    expect((await get(`${CLICK}/pdf`, { fromDate: '2024-04-03', toDate: '2024-04-01' })).status).toBe(422);
    expect((await get(`${CLICK}/pdf`, { language: 'xx' })).status).toBe(400);
  });

  it.each(BOARDS)('stands for $id at an address of its own', PATIENCE, (board) => {
    expect(pdfEndpoint(board).path).toBe(`${board.api}/pdf`);
  });
});

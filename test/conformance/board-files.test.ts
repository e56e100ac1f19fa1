import { Readable } from 'node:stream';
import { parquetReadObjects } from 'hyparquet';
import Papa from 'papaparse';
import { readSheet } from 'read-excel-file/node';
import { beforeAll, describe, expect, it } from 'vitest';
import { BOARDS } from '#analytics/contract/boards/registry.ts';
import { downloadEndpoint, widgetEndpoint } from '#analytics/contract/endpoints.ts';
import { type BoardAnswer, type Column, columnsIn, type Row, rowsOf } from '#analytics/contract/rows.ts';
import { type BoardServer, boardServer } from '#analytics/testing/board-server.ts';
import { SEED_PACKAGES, seedTraffic, stored } from '#analytics/testing/seed-traffic.ts';
import { FILE_FORMATS, type FileFormat } from '#platform/contract/file-formats.ts';
import { guardFormula } from '#platform/server/csv.ts';
import { sample } from '../support/sample.ts';
import { useClickHouse } from '../support/use-clickhouse.ts';

/** Every card and table in all of its forms: what the screen shows, CSV, workbook and Parquet are the same rows. */
const clickhouse = useClickHouse();
const [PACKAGE] = SEED_PACKAGES;
const ASKED = { package_name: PACKAGE, fromDate: '2024-03-18', toDate: '2024-03-24', counts: 'parts', limit: '500' };
let server: BoardServer;

beforeAll(async () => {
  await clickhouse.insert('traffic', seedTraffic().map(stored));
  server = await boardServer(clickhouse, { today: '2024-04-02' });
});

type Line = Record<string, unknown>;

/** Rows under their heads, as another program reads them; days as texts, whole numbers as numbers. */
const READ: Readonly<Record<FileFormat, (bytes: Buffer) => Promise<Line[]>>> = {
  csv: async (bytes) =>
    Papa.parse<Line>(bytes.toString('utf8').replace(/^\u{FEFF}/u, ''), { header: true, skipEmptyLines: true }).data,
  xlsx: async (bytes) => {
    const [head = [], ...rows] = await readSheet(Readable.from(bytes), 'Data');
    return rows.map((row) => Object.fromEntries(head.map((label, at) => [String(label), plain(row[at])])));
  },
  parquet: async (bytes) => {
    const rows: Line[] = await parquetReadObjects({ file: Uint8Array.from(bytes).buffer });
    return rows.map((row) => Object.fromEntries(Object.entries(row).map(([label, value]) => [label, plain(value)])));
  },
};

function plain(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString().slice(0, 10);
  if (typeof value === 'bigint') return Number(value);
  // Decimals come as binary fractions: what they cannot hold is beyond the tenth digit.
  return typeof value === 'number' ? Number(value.toFixed(10)) : (value ?? null);
}

const amountsIn = (value: Row[string]): [string, number][] =>
  Object.entries(typeof value === 'object' ? value : {}).map(([currency, amount]) => [currency, Number(amount)]);

/** What a form without types says of a value. */
const asText = (value: Row[string]): string =>
  typeof value === 'object'
    ? Object.entries(value)
        .map(([currency, amount]) => `${amount} ${currency}`.trim())
        .join('; ')
    : guardFormula(String(value ?? ''));

/** The row of the answer as a file with types has it: each currency in a column of its own. */
function typedLine(row: Row, columns: readonly Column<string>[], currencies: (field: string) => string[]): Line {
  const cells = columns.flatMap(({ field, label, unit }): [string, unknown][] => {
    const value = row[field];
    if (unit !== 'money') return [[label, field === 'month' ? `${value}-01` : (value ?? null)]];
    const amounts = new Map(amountsIn(value));
    return currencies(field).map((currency) => [
      `${label}, ${currency || 'no currency'}`,
      amounts.get(currency) ?? null,
    ]);
  });
  return Object.fromEntries(cells);
}

describe.each(BOARDS)('files of $id', (board) => {
  // Each workbook takes a thread of its own, which is slow to begin from source.
  const books = new Set(sample('workbooks of a board', board.widgets, 1, board.id));
  const get = (path: string, more: Record<string, string> = {}) =>
    server.get(path, Object.entries({ ...ASKED, ...more }));

  it.each(board.widgets)('$id holds the same rows as JSON, CSV, workbook and Parquet', async (widget) => {
    const answer = await get(widgetEndpoint(board, widget).path);
    const parsed: BoardAnswer = JSON.parse(answer.body);
    const rows = rowsOf(parsed);
    const columns = columnsIn<string>(board.dataset.measures, widget);
    const currencies = (field: string): string[] => {
      const others = new Set(rows.flatMap((row) => amountsIn(row[field]).map(([currency]) => currency)));
      others.delete('EUR');
      return ['EUR', ...[...others].sort()];
    };
    const texts = rows.map((row) => Object.fromEntries(columns.map(({ field, label }) => [label, asText(row[field])])));
    const typed = rows.map((row) => typedLine(row, columns, currencies));
    // An empty cell of a workbook is nothing, as is an empty name.
    const inBook = typed.map((line) =>
      Object.fromEntries(Object.entries(line).map(([label, value]) => [label, value === '' ? null : value])),
    );
    const forms = { csv: texts, xlsx: inBook, parquet: typed };
    const others = sample(
      'forms of a card without a workbook',
      ['csv', 'parquet'] as const,
      1,
      `${board.id} ${widget.id}`,
    );
    for (const form of books.has(widget) ? FILE_FORMATS : others) {
      const file = await get(downloadEndpoint(board, widget).path, { format: form });
      expect(file.status, file.body).toBe(200);
      expect(await READ[form](file.bytes), form).toEqual(forms[form]);
    }
  });
});

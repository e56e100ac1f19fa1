import { z } from 'zod';
import { type EndpointShape, endpoint } from '#platform/contract/endpoint.ts';
import { fileBody } from '#platform/contract/envelopes.ts';
import { aboutCsv, FILE_FORMATS } from '#platform/contract/file-formats.ts';
import { LOCALE_CODES } from '#platform/contract/locales.ts';
import { answerOf } from './answers.ts';
import { type AnyBoard, widgetOf } from './board.ts';
import { BOARDS } from './boards/registry.ts';
import { boardQuery, summaryQuery } from './filters.ts';
import { OLDER_CALLS, type OlderCall } from './legacy-paths.ts';
import type { Widget } from './widget.ts';

/** What a path of the board API means. */
export interface BoardCall<E extends EndpointShape = EndpointShape> {
  endpoint: E;
  boards: readonly [AnyBoard, ...AnyBoard[]];
  widget: Widget<string>;
  format: 'json' | 'csv';
  limit?: number;
  byType?: OlderCall['byType'];
  only?: OlderCall['only'];
}

type Drawn = Pick<Widget, 'title' | 'shape'>;

const file = { format: z.enum(FILE_FORMATS).optional(), about: aboutCsv };
/** One value each, so that the documentation of the API names its parameters once. */
const QUERIES = {
  board: { json: boardQuery, file: boardQuery.extend(file) },
  type: { json: summaryQuery, file: summaryQuery.extend(file) },
};
/** Whether the board is told by the path, or by a `type` beside it. */
type ToldBy = keyof typeof QUERIES;

const jsonEndpoint = (path: string, on: AnyBoard, widget: Drawn, deprecated = false, by: ToldBy = 'board') =>
  endpoint({
    method: 'GET',
    path,
    summary: `${on.dataset.noun}: ${widget.title}`,
    access: 'board.read',
    query: QUERIES[by].json,
    response: answerOf(on.dataset.measures, widget),
    deprecated,
  });

const csvEndpoint = (path: string, on: AnyBoard, widget: Drawn, deprecated = false, by: ToldBy = 'board') =>
  endpoint({
    method: 'GET',
    path,
    summary: `${on.dataset.noun}: ${widget.title}, as CSV, workbook or Parquet`,
    access: 'board.read',
    query: QUERIES[by].file,
    response: fileBody,
    answer: 'file',
    deprecated,
  });

export type WidgetEndpoint = ReturnType<typeof jsonEndpoint>;
export type DownloadEndpoint = ReturnType<typeof csvEndpoint>;

type Calls = readonly BoardCall<WidgetEndpoint | DownloadEndpoint>[];
const made = new WeakMap<AnyBoard, Calls>();

/** The calls of one board: each widget and its CSV twin. */
export function callsOf(on: AnyBoard): Calls {
  const calls =
    made.get(on) ??
    on.widgets.flatMap((widget): Calls => {
      const path = `${on.api}/${widget.id}`;
      return [
        { endpoint: jsonEndpoint(path, on, widget), boards: [on], widget, format: 'json' },
        { endpoint: csvEndpoint(`${path}/download`, on, widget), boards: [on], widget, format: 'csv' },
      ];
    });
  made.set(on, calls);
  return calls;
}

const ownCalls = (on: AnyBoard, widget: Widget<string>): (WidgetEndpoint | DownloadEndpoint)[] =>
  callsOf(on)
    .filter((call) => call.widget.id === widget.id)
    .map((call) => call.endpoint);

export const endpointsOf = (on: AnyBoard): (WidgetEndpoint | DownloadEndpoint)[] =>
  callsOf(on).map((call) => call.endpoint);

const OLDER: Calls = OLDER_CALLS.map(({ path, boards, widget, limit, file: isFileOnly, prescribed, byType, only }) => {
  const [on] = boards;
  const found = widgetOf(on, widget);
  return {
    endpoint: (isFileOnly ? csvEndpoint : jsonEndpoint)(path, on, found, !prescribed, byType ? 'type' : 'board'),
    boards,
    widget: found,
    format: isFileOnly ? 'csv' : 'json',
    ...(limit ? { limit } : {}),
    ...(byType ? { byType } : {}),
    ...(only ? { only } : {}),
  };
});

const pdfQuery = boardQuery.extend({ language: z.enum(LOCALE_CODES).optional() });

const pdfEndpointOf = (on: AnyBoard) =>
  endpoint({
    method: 'GET',
    path: `${on.api}/pdf`,
    summary: `${on.dataset.noun}: the whole board as PDF, in a language of the product`,
    access: 'board.read',
    query: pdfQuery,
    response: fileBody,
    answer: 'file',
  });

export type PdfEndpoint = ReturnType<typeof pdfEndpointOf>;

/** Each board as one file. */
export const PDF_CALLS: readonly { board: AnyBoard; endpoint: PdfEndpoint }[] = BOARDS.map((on) => ({
  board: on,
  endpoint: pdfEndpointOf(on),
}));

export function pdfEndpoint(on: AnyBoard): PdfEndpoint {
  const found = PDF_CALLS.find(({ board }) => board === on);
  if (!found) throw new RangeError(`No PDF of ${on.id}`);
  return found.endpoint;
}

/** Every call of every board, older spellings included. */
export const BOARD_CALLS: Calls = [...BOARDS.flatMap(callsOf), ...OLDER];

const named = new Map<string, WidgetEndpoint>();
// The narrower call first: a path of one board alone needs no `dashboard_type` (WEB-RULE-01).
for (const call of OLDER.toSorted((a, b) => a.boards.length - b.boards.length)) {
  if (call.only) continue;
  for (const on of call.boards) {
    const id = `${on.id}/${call.widget.id}`;
    if (!isFile(call.endpoint) && !named.has(id)) named.set(id, call.endpoint);
  }
}

function isFile(e: WidgetEndpoint | DownloadEndpoint): e is DownloadEndpoint {
  return 'answer' in e;
}

/** The call a card makes. On a `named` route the older call of the same widget, where there is one. */
export function widgetEndpoint(on: AnyBoard, widget: Widget<string>, calls: 'data' | 'named' = 'data'): WidgetEndpoint {
  const id = `${on.id}/${widget.id}`;
  const usual = ownCalls(on, widget).find((call) => !isFile(call));
  const found = (calls === 'named' ? named.get(id) : undefined) ?? usual;
  if (!found || isFile(found)) throw new RangeError(`Endpoint not defined, Type:${id}`);
  return found;
}

/** The call a file comes by; the prescribed one where there is one, else that of the widget. */
export function downloadEndpoint(on: AnyBoard, widget: Widget<string>): DownloadEndpoint {
  const { endpoint } =
    OLDER.find((call) => call.boards[0] === on && call.widget === widget && !call.endpoint.deprecated) ?? {};
  if (endpoint && isFile(endpoint)) return endpoint;
  const found = ownCalls(on, widget).find(isFile);
  if (!found) throw new RangeError(`No download for ${on.id}/${widget.id}`);
  return found;
}

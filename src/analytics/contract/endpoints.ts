import { type EndpointShape, endpoint } from '#platform/contract/endpoint.ts';
import { fileBody } from '#platform/contract/envelopes.ts';
import { answerOf } from './answers.ts';
import { type AnyBoard, type Board, widgetOf } from './board.ts';
import { BOARDS } from './boards/registry.ts';
import { boardQuery } from './filters.ts';
import { OLDER_CALLS } from './legacy-paths.ts';
import type { Measures } from './measure.ts';
import type { VerdictMeasures } from './measures.ts';
import type { Widget } from './widget.ts';

/** What a path of the board API means. */
export interface BoardCall<E extends EndpointShape = EndpointShape, B extends AnyBoard = Board> {
  endpoint: E;
  boards: readonly [B, ...B[]];
  widget: B['widgets'][number];
  format: 'json' | 'csv';
  limit?: number;
}

const jsonEndpoint = <M extends Measures>(
  path: string,
  on: Board<M>,
  widget: Pick<Widget, 'title' | 'shape'>,
  deprecated = false,
) =>
  endpoint({
    method: 'GET',
    path,
    summary: `${on.dataset.noun}: ${widget.title}`,
    access: 'board.read',
    query: boardQuery,
    response: answerOf(on.dataset.measures, widget),
    deprecated,
  });

const csvEndpoint = (path: string, on: AnyBoard, widget: Pick<Widget, 'title' | 'shape'>, deprecated = false) =>
  endpoint({
    method: 'GET',
    path,
    summary: `${on.dataset.noun}: ${widget.title}, as CSV`,
    access: 'board.read',
    query: boardQuery,
    response: fileBody,
    answer: 'file',
    deprecated,
  });

export type WidgetEndpoint<M extends Measures = VerdictMeasures> = ReturnType<typeof jsonEndpoint<M>>;
export type DownloadEndpoint = ReturnType<typeof csvEndpoint>;

/** The calls of one board: each widget and its CSV twin. */
export const callsOf = <M extends Measures>(
  on: Board<M>,
): BoardCall<WidgetEndpoint<M> | DownloadEndpoint, Board<M>>[] =>
  on.widgets.flatMap((widget) => {
    const path = `${on.api}/${widget.id}`;
    return [
      { endpoint: jsonEndpoint(path, on, widget), boards: [on], widget, format: 'json' },
      { endpoint: csvEndpoint(`${path}/download`, on, widget), boards: [on], widget, format: 'csv' },
    ];
  });

export const endpointsOf = (on: Board): (WidgetEndpoint | DownloadEndpoint)[] =>
  callsOf(on).map((call) => call.endpoint);

const OLDER: readonly BoardCall<WidgetEndpoint | DownloadEndpoint>[] = OLDER_CALLS.map(
  ({ path, boards, widget, limit, file }) => {
    const [on] = boards;
    const found = widgetOf(on, widget);
    return {
      endpoint: file ? csvEndpoint(path, on, found, true) : jsonEndpoint(path, on, found, true),
      boards,
      widget: found,
      format: file ? 'csv' : 'json',
      ...(limit ? { limit } : {}),
    };
  },
);

/** Every call of every board, older spellings included. */
export const BOARD_CALLS: readonly BoardCall<WidgetEndpoint | DownloadEndpoint>[] = [
  ...BOARDS.flatMap(callsOf),
  ...OLDER,
];

const data = new Map<string, WidgetEndpoint>();
const files = new Map<string, DownloadEndpoint>();
const named = new Map<string, WidgetEndpoint>();
// The narrower call first: a path of one board alone needs no `dashboard_type` (WEB-RULE-01).
for (const call of BOARD_CALLS.toSorted((a, b) => a.boards.length - b.boards.length)) {
  const older = call.endpoint.deprecated;
  for (const on of call.boards) {
    const id = `${on.id}/${call.widget.id}`;
    if (isFile(call.endpoint)) {
      if (!older) files.set(id, call.endpoint);
    } else if (!older) data.set(id, call.endpoint);
    else if (!named.has(id)) named.set(id, call.endpoint);
  }
}

function isFile(e: WidgetEndpoint | DownloadEndpoint): e is DownloadEndpoint {
  return 'answer' in e;
}

/** The call a card makes. On a `named` route the older call of the same widget, where there is one. */
export function widgetEndpoint(on: Board, widget: Widget, calls: 'data' | 'named' = 'data'): WidgetEndpoint {
  const id = `${on.id}/${widget.id}`;
  const found = (calls === 'named' ? named.get(id) : undefined) ?? data.get(id);
  if (!found) throw new RangeError(`Endpoint not defined, Type:${id}`);
  return found;
}

export function downloadEndpoint(on: Board, widget: Widget): DownloadEndpoint {
  const found = files.get(`${on.id}/${widget.id}`);
  if (!found) throw new RangeError(`No download for ${on.id}/${widget.id}`);
  return found;
}

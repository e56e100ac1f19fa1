import { describe, expect, it } from 'vitest';
import { BOARDS } from './boards/registry.ts';
import { downloadEndpoint, widgetEndpoint } from './endpoints.ts';

/** Files with a path of their own in the specification. */
const PRESCRIBED_FILES: Readonly<Record<string, string>> = { 'brand-safety-download': '/api/bs/download' };

describe('the calls of a widget', () => {
  it('are found from board and widget, over the older path where a page asks for it', () => {
    for (const board of BOARDS) {
      for (const widget of board.widgets) {
        expect(widgetEndpoint(board, widget).path).toBe(`${board.api}/${widget.id}`);
        const file = PRESCRIBED_FILES[board.file === widget.id ? board.id : ''] ?? `${board.api}/${widget.id}/download`;
        expect(downloadEndpoint(board, widget).path).toBe(file);
      }
    }
    const click = BOARDS.find((board) => board.id === 'web-click');
    const total = click?.widgets[0];
    if (!click || !total) throw new Error('The click board begins with its totals');
    expect(widgetEndpoint(click, total, 'named').path).toBe('/api/web-bi/click/plots/counts');
  });
});

it('a call that is not defined is reported by its type before anything is sent [CLI-MSG-01]', () => {
  const [board] = BOARDS;
  const [widget] = board?.widgets ?? [];
  if (!board || !widget) throw new Error('There are boards with widgets');
  expect(() => widgetEndpoint(board, { ...widget, id: 'XYZ' })).toThrow(/^Endpoint not defined, Type:.*XYZ$/);
});

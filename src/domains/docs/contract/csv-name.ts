import type { Board } from '#analytics/contract/board.ts';
import type { Widget } from '#analytics/contract/widget.ts';

type Question = readonly [pkg: string, from: string, to: string];
const PLACEHOLDERS: Question = ['{package}', '{from}', '{to}'];

/** Name of the file a card is downloaded as. The server's own name is held against this by a test. */
export function csvNameOf(board: Board, widget: Widget, [pkg, from, to] = PLACEHOLDERS): string {
  const id = widget.id === 'total' ? board.fileId : `${board.fileId}_${widget.id}`;
  return `${pkg}_${from}_To_${to}_${id.replaceAll('/', '-')}.csv`;
}

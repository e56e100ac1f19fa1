import { csvRows } from '#platform/server/csv-rows.ts';
import { type Postback, readPostback } from './read-postback.ts';
import { refuse } from './refuse.ts';

const COLUMNS = ['click_id', 'event', 'txid', 'status', 'amount', 'currency', 'ts'];
const NEEDED = ['click_id', 'event'];
export const MOST_ROWS = 20_000;

/** Postbacks of a file, each with its line; what is signed in needs no secret, and reaches one package only. */
export function readUpload(
  text: string,
  { packageName, fileName, receivedAt }: { packageName: string; fileName: string; receivedAt: Date },
): { postbacks: Postback[]; lines: number[] } {
  const [head = { cells: [] }, ...rows] = csvRows(text);
  const names = head.cells.map((name) => name.trim().toLowerCase());
  const missing = NEEDED.filter((name) => !names.includes(name));
  if (missing.length > 0) throw refuse('upload_no_columns', { columns: missing.join(', ') }, { field: 'file' });
  if (rows.length === 0) throw refuse('upload_empty', {}, { field: 'file' });
  if (rows.length > MOST_ROWS) throw refuse('upload_too_long', { n: MOST_ROWS }, { as: 'too_large' });
  const places = COLUMNS.map((name) => [name, names.indexOf(name)] as const).filter(([, place]) => place >= 0);
  const postbacks = rows.map(({ cells, line }) => {
    const given = Object.fromEntries(places.map(([name, place]) => [name, cells[place] ?? '']));
    const read = readPostback(given, { ip: '', secret: '', receivedAt });
    return { ...read, secret: null, packageName, query: `${fileName}:${line}`.slice(0, 300) };
  });
  return { postbacks, lines: rows.map(({ line }) => line) };
}

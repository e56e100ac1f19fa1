/** Rows of a CSV by RFC 4180, piece by piece: only the one at hand is held. */
import { StringDecoder } from 'node:string_decoder';
import { Untrue } from './archive.ts';

const LONGEST_ROW = 1_000_000;

export async function* csvRows(bytes: AsyncIterable<Buffer>): AsyncGenerator<string[]> {
  const decoder = new StringDecoder('utf8');
  let rest = '';
  let isFirst = true;
  for await (const part of bytes) {
    rest += decoder.write(part);
    if (isFirst && rest !== '') {
      rest = rest.replace(/^\uFEFF/, '');
      isFirst = false;
    }
    let from = 0;
    for (let end = endOfRow(rest, from); end !== -1; end = endOfRow(rest, from)) {
      yield cellsIn(rest.slice(from, end));
      from = end + 2;
    }
    rest = rest.slice(from);
    if (rest.length > LONGEST_ROW) throw new Untrue('events.csv has a row that does not end.');
  }
  if (rest + decoder.end() !== '') throw new Untrue('events.csv does not end with a whole row.');
}

/** Where the row ends that begins at `from`: a line end outside of quotes; -1 where it has not come yet. */
function endOfRow(text: string, from: number): number {
  for (let end = text.indexOf('\r\n', from); end !== -1; end = text.indexOf('\r\n', end + 2)) {
    const row = text.slice(from, end);
    if (!row.includes('"')) return end;
    let quotes = 0;
    for (let at = row.indexOf('"'); at !== -1; at = row.indexOf('"', at + 1)) quotes++;
    if (quotes % 2 === 0) return end;
  }
  return -1;
}

function cellsIn(row: string): string[] {
  if (!row.includes('"')) return row.split(',');
  const cells: string[] = [];
  let cell = '';
  let isQuoted = false;
  for (let at = 0; at < row.length; at++) {
    const letter = row[at];
    if (isQuoted && letter === '"' && row[at + 1] === '"') cell += row[at++];
    else if (letter === '"') isQuoted = !isQuoted;
    else if (letter === ',' && !isQuoted) {
      cells.push(cell);
      cell = '';
    } else cell += letter;
  }
  cells.push(cell);
  return cells;
}

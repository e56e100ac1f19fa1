export interface CsvRow {
  cells: string[];
  /** Of the file, from 1. */
  line: number;
}

/** Rows of a small file by RFC 4180, with commas or semicolons by the first line; empty lines are none. */
export function csvRows(file: string): CsvRow[] {
  const text = file.replace(/^\uFEFF/, '');
  const comma = (text.split('\n', 1)[0] ?? '').includes(';') ? ';' : ',';
  const rows: CsvRow[] = [];
  let cells: string[] = [];
  let cell = '';
  let isQuoted = false;
  let line = 1;
  let began = 1;
  const end = (): void => {
    cells.push(cell);
    cell = '';
    if (cells.some((each) => each !== '')) rows.push({ cells, line: began });
    cells = [];
  };
  for (let place = 0; place < text.length; place++) {
    const letter = text[place] ?? '';
    if (letter === '\n') line++;
    if (isQuoted) {
      if (letter !== '"') cell += letter;
      else if (text[place + 1] === '"') cell += text[place++];
      else isQuoted = false;
    } else if (letter === '"' && cell === '') isQuoted = true;
    else if (letter === comma) {
      cells.push(cell);
      cell = '';
    } else if (letter === '\n') {
      end();
      began = line;
    } else if (letter !== '\r') cell += letter;
  }
  end();
  return rows;
}

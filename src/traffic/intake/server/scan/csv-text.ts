/** Fields of one CSV record that is known to be well formed. A quote counts only at the start of a field. */
export function splitCsv(record: string, delimiter: string): string[] {
  const fields: string[] = [];
  let at = 0;
  for (;;) {
    if (record[at] === '"') {
      let close = record.indexOf('"', at + 1);
      while (close >= 0 && record[close + 1] === '"') close = record.indexOf('"', close + 2);
      const text = record.slice(at + 1, close < 0 ? undefined : close);
      fields.push(text.includes('"') ? text.replaceAll('""', '"') : text);
      at = close < 0 ? record.length : close;
      at = record.indexOf(delimiter, at + 1);
    } else {
      const end = record.indexOf(delimiter, at);
      fields.push(end < 0 ? record.slice(at) : record.slice(at, end));
      at = end;
    }
    if (at < 0) return fields;
    at++;
  }
}

export const csvLine = (fields: readonly string[], delimiter: string): string =>
  fields.map((field) => csvField(field, delimiter)).join(delimiter);

/** Quoted whenever a reader could take the text for anything but itself. */
function csvField(text: string, delimiter: string): string {
  const plain = !/["\r\n\\]/.test(text) && !text.includes(delimiter) && text.trim() === text;
  return plain ? text : `"${text.replaceAll('"', '""')}"`;
}

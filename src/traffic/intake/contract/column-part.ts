/**
 * Trackers put fields inside of fields: AppsFlyer's Event Value is JSON, click ids stand in addresses. Such a part has
 * a key like a column has one, and can stand wherever a mapping names columns: `event_value/af_order_id` is the path
 * of a JSON value as in RFC 6901, `original_url?clickid` a parameter of an address. Keys of columns hold letters, digits
 * and underscores only, so neither can be taken for one.
 */
export interface ColumnPart {
  column: string;
  inside: 'json' | 'url';
  /** Keys from the outside in; one of an address. */
  path: readonly string[];
}

const FORM = /^([^/?]+)([/?])(.+)$/s;

/** Null for the key of a column. */
export function partOf(key: string): ColumnPart | null {
  const [, column = '', mark, rest = ''] = FORM.exec(key) ?? [];
  if (!mark) return null;
  if (mark === '?') return { column, inside: 'url', path: [rest] };
  const path = rest.split('/').map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
  return { column, inside: 'json', path };
}

export function partKey({ column, inside, path }: ColumnPart): string {
  if (inside === 'url') return `${column}?${path.join('')}`;
  return [column, ...path.map((step) => step.replaceAll('~', '~0').replaceAll('/', '~1'))].join('/');
}

/** The column of the file that has to be there for this key to be read. */
export const columnOfKey = (key: string): string => partOf(key)?.column ?? key;

/** Is there anything this field can be read from in a file with these columns? */
export const isReadable = ({ from }: { from: readonly string[] }, columns: readonly string[]): boolean =>
  from.some((key) => columns.includes(columnOfKey(key)));

/** What a person sees: `Event Value → af_order_id`. */
export const partName = (columnName: string, { path }: ColumnPart): string => [columnName, ...path].join(' → ');

import { TRAFFIC_FIELDS } from '#traffic/event/contract/fields.ts';
import { formatValue, type Reader } from '#traffic/rules/contract/quantity.ts';

/** A stored event by column name, as the detail answers it. */
export type StoredEvent = Readonly<Record<string, unknown>>;

const NO_ADDRESS = '::';

/** ClickHouse writes UTC moments without a zone. */
const momentOf = (text: string): number => Date.parse(/[zZ]$/.test(text) ? text : `${text.replace(' ', 'T')}Z`);

/**
 * The plain value of a column, '' when nothing was reported: v4-mapped addresses as people write them, 0 as nothing.
 */
export function plainValue(event: StoredEvent, column: string): string {
  const value = event[column];
  if (value === null || value === undefined || value === '') return '';
  if (column === 'ip') {
    const address = String(value).replace(/^::ffff:(?=\d+\.)/i, '');
    return address === NO_ADDRESS ? '' : address;
  }
  const field = TRAFFIC_FIELDS[column];
  if (field?.missing !== undefined && Number(value) === field.missing) return '';
  return Array.isArray(value) ? value.join(', ') : String(value);
}

/** The same in the reader's words and the package's time zone. */
export function shownValue(reader: Reader, event: StoredEvent, column: string): string {
  const plain = plainValue(event, column);
  if (plain === '') return '';
  const field = TRAFFIC_FIELDS[column];
  if (field?.valueType === 'datetime') return formatValue(reader, column, momentOf(plain), null);
  if (field?.valueType === 'number' && Number.isFinite(Number(plain)))
    return formatValue(reader, column, Number(plain), field.unit ?? null);
  return formatValue(reader, column, plain, null);
}

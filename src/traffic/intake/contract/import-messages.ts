import { filled } from '#platform/contract/message.ts';

/**
 * Everything an import tells a person, by code: English here, other languages under the same code of the `refusals`
 * texts. The server words it in English (command line, rejects file, error messages); screens take code and values.
 */
export const IMPORT_MESSAGES = {
  // Why a whole file is refused.
  no_time_chosen: '{{name}}: no column is chosen as the time of the event.',
  time_column_missing:
    '{{name}} has no column {{columns}}, which the mapping takes the time of the event from. Its columns are: {{present}}.',
  read_before: '{{message}} {{n}} records were read before; none is stored.',
  no_records: '{{name}} has no records.',
  header_only: '{{name}} has a header but no records.',
  empty: '{{name}} is empty.',
  changed_while_read: '{{name}} was changed while it was read. Import it again when nobody writes to it.',
  gzip_cut: '{{name}} is cut off: its gzip data end after {{n}} unpacked bytes. Fetch it again.',
  gzip_damaged: '{{name}} is damaged: its gzip data cannot be unpacked after {{n}} unpacked bytes.',
  zip_damaged: '{{name}} is damaged or cut off: {{why}}.',
  zip_encrypted: '{{name}}: {{entry}} is encrypted.',
  zip_too_many: '{{name}} holds more than {{n}} files.',
  zip_nothing: '{{name}} holds no CSV, NDJSON or log file.',
  zip_entry_damaged: '{{name}}: {{entry}} is damaged: {{why}}.',
  zip_columns_differ:
    '{{name}}: {{entry}} has other columns than {{first}}. Files with different columns are imported one by one.',
  bomb: '{{name}} unpacks to more than {{n}} times its size. That is no data export; nothing was imported.',
  workbook_unreadable: '{{name}} is not a workbook we can read: {{why}}.',
  workbook_damaged: '{{name}} is damaged or cut off.',
  workbook_too_large: '{{name}} holds more than a workbook can sensibly carry. Save the sheet as CSV.',
  parquet_damaged: '{{name}} is damaged, or not a Parquet file the engine can read.',
  too_many_columns: '{{name}} has more than {{n}} columns. Leave out those you do not need.',
  preview_too_slow: '{{name}} could not be looked at within {{n}} seconds. Unpack it, or save it as CSV.',
  no_such_file: 'There is no file {{name}}.',
  unreadable: '{{name}} cannot be read.',
  no_permission: '{{name}} cannot be read: permission denied.',
  folder: '{{name}} is a folder. Name one file, or pack the folder as .zip.',
  not_regular: '{{name}} is not a regular file.',
  unknown_format: '{{name}} is neither CSV, NDJSON, XLSX, Parquet nor a web log (gzip and zip are fine).',
  nothing_accepted:
    '{{name}}: none of its {{n}} records could be read, so nothing was stored. Most frequent reason: {{message}}.',
  nothing_taken:
    '{{name}}: none of its {{n}} records is a request of the kinds chosen, so nothing was stored. Choose more kinds.',
  not_whole: '{{name}}: nothing was stored, because {{n}} records cannot be read, in lines {{lines}}: {{message}}.',
  upload_too_large: '{{name}} is larger than the {{n}} MB this server takes. Split it, or ask its operator for more.',
  uploads_full:
    'With {{name}}, files of this package would take more than {{n}} MB. Uploads go a week after their last import; ask the operator for more room.',
  storage_away: 'The storage of files does not answer. Nothing was stored; import the file again in a while.',
  disk_full: 'The disk is full. Free some space and import the file again; nothing of it was stored.',

  // What to look at before starting.
  warn_no_time: 'No column looks like the time of the event. Choose one; without it nothing can be imported.',
  warn_no_request: 'None of the first records is a request of the kinds chosen.',
  warn_single_column: 'The file has a single column. Is the delimiter right?',
  warn_no_currency: 'Amounts have no currency column. Choose their currency, or they stay without one.',
  warn_no_address: 'The address column is empty in the first records: network detectors may see nothing.',
  warn_day_order: '{{column}}: the first records do not tell whether the day or the month comes first. Day is assumed.',
  warn_rejected: '{{rejected}} of the first {{n}} records would be rejected for their form.',
  warn_no_zone: 'Times name no zone; they are read as {{zone}}.',
  warn_api_levels:
    '{{n}} of the {{all}} versions of Android in the first records are API levels and are read as such: {{level}} is Android {{version}}.',
  warn_api_levels_off:
    '{{n}} of the {{all}} versions of Android in the first records look like API levels: {{level}} would be Android {{version}}. As versions they were never released, which makes events suspect.',
  warn_one_value:
    '{{column}} ({{name}}) is “{{value}}” in {{n}} of the {{all}} first records that have one ({{share}} %). That is rather a placeholder than an id; choose another column, or none.',
  warn_archive: 'The archive holds {{n}} files; all of them are read: {{names}}.',

  // Why a record is rejected.
  unclosed_quote: 'a quoted field is not closed',
  text_after_quote: 'text follows a closing quote',
  field_count: 'the number of fields differs from the header ({{n}} instead of {{expected}})',
  too_long: 'the record is longer than 1 MiB',
  encoding: 'the bytes are not valid text in the encoding of the file',
  not_json: 'the line is not a JSON object',
  not_a_log_line: 'the line does not have the form of a web server log',
  time_empty: 'the time of the event is empty',
  not_a_time: 'not a moment that exists between 2000 and tomorrow, in the form chosen for this column',
  not_an_amount: 'not an amount with at most 14 digits before the decimal mark',
  not_a_cost: 'not an amount of 0 or more with at most 14 digits before the decimal mark',
  not_an_address: 'not an IPv4 or IPv6 address',
  not_a_country: 'not a country code or English country name',
  not_a_flag: 'neither true nor false',
  not_a_status: 'not an HTTP status',
  not_a_currency: 'not a three-letter currency code',
  no_kind: 'no event kind is chosen for this value',
} as const;

export type ImportMessageCode = keyof typeof IMPORT_MESSAGES;
export type ImportValues = Readonly<Record<string, string>>;

export interface ImportMessage {
  code: ImportMessageCode;
  values: ImportValues;
}

const HOLE = /\{\{(\w+)\}\}/g;

/** The English text. */
export const importText = (code: ImportMessageCode, values: ImportValues = {}): string =>
  filled(IMPORT_MESSAGES[code], values);

export const isImportCode = (text: string): text is ImportMessageCode => Object.hasOwn(IMPORT_MESSAGES, text);

export const MESSAGE_CODES: readonly ImportMessageCode[] = Object.keys(IMPORT_MESSAGES).filter(isImportCode);

/** Those with more words of their own first, so that a file's odd name is not taken for words. */
const FORMS = Object.entries(IMPORT_MESSAGES)
  .map(([code, text]) => ({
    code,
    words: text.replace(HOLE, '').length,
    names: [...text.matchAll(HOLE)].map(([, name = '']) => name),
    form: new RegExp(
      `^${text
        .split(/\{\{\w+\}\}/)
        .map(literally)
        .join('([\\s\\S]+?)')}$`,
    ),
  }))
  .sort((a, b) => b.words - a.words);

function literally(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}

/** Code and values of a text that `importText` made; null for any other. */
export function importMessage(text: string): ImportMessage | null {
  for (const { code, names, form } of FORMS) {
    const found = form.exec(text);
    if (found && isImportCode(code))
      return { code, values: Object.fromEntries(names.map((name, index) => [name, found[index + 1] ?? ''])) };
  }
  return null;
}

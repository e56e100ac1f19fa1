import type { SupplyFault, SupplyRecord, SupplyVariable } from '../contract/supply-file.ts';

/** What a file says. */
export interface Parsed {
  says: 'records' | 'nobody' | 'nothing';
  records: SupplyRecord[];
  variables: SupplyVariable[];
  faults: SupplyFault[];
}

export const MOST_RECORDS = 20_000;
const MOST_FAULTS = 200;
const SHOWN = 200;
const DOMAIN = /^(?=.{1,253}$)([a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$/;
const VARIABLES = ['CONTACT', 'SUBDOMAIN', 'INVENTORYPARTNERDOMAIN', 'OWNERDOMAIN', 'MANAGERDOMAIN'];
/** By this one record a site says that nobody may sell. */
const PLACEHOLDER = 'placeholder.example.com';

/** Name and value of a variable: no field of a record can hold a sign of equality before its first comma. */
const VARIABLE = /^([A-Za-z_ -]+?)\s*=\s*(.*)$/;

export const isDomain = (text: string): boolean => DOMAIN.test(text);

export class Faults {
  readonly list: SupplyFault[] = [];
  add(line: number, code: SupplyFault['code'], text: string): void {
    if (this.list.length < MOST_FAULTS) this.list.push({ line, code, text: text.slice(0, SHOWN) });
  }
}

/** A page, or a form of a browser around the file: what such a body holds beside it is not of the file. */
const NO_RECORDS = [/^\s*<(!doctype|html|head|\?xml|script)/i, /^--[^\r\n]+\r?\ncontent-disposition:/i];

/**
 * ads.txt and app-ads.txt as IAB Tech Lab writes them (ads.txt 1.1, 2022, section 3): a record or variable a line, comments
 * behind #, extensions behind ;, blanks and tabs around fields meaning nothing, domains and relations without case,
 * accounts as they are. A line that cannot be read leaves the others as they are.
 */
export function parseAds(text: string): Parsed {
  const faults = new Faults();
  const records: SupplyRecord[] = [];
  const variables: SupplyVariable[] = [];
  const known = new Set<string>();
  let holdsNobody = false;
  const plain = text.replace(/^\uFEFF/, '');
  const lines = plain.split(/\r\n|\n|\r/);
  if (NO_RECORDS.some((pattern) => pattern.test(plain))) {
    faults.add(1, 'not_text', lines[0] ?? '');
    return { says: 'nothing', records, variables, faults: faults.list };
  }
  for (const [index, whole] of lines.entries()) {
    const line = index + 1;
    const said = (whole.split('#', 1)[0] ?? '').split(';', 1)[0]?.trim() ?? '';
    if (said === '') continue;
    const variable = VARIABLE.exec(said);
    if (variable && !(said.split('=', 1)[0] ?? '').includes(',')) {
      const name = (variable[1] ?? '').toUpperCase();
      if (VARIABLES.includes(name)) variables.push({ name, value: (variable[2] ?? '').trim().slice(0, 500) });
      else faults.add(line, 'unknown_variable', said);
      continue;
    }
    const record = readRecord(said, line, faults);
    if (!record) continue;
    if (record.system === PLACEHOLDER) {
      holdsNobody = true;
      continue;
    }
    const key = `${record.system}\n${record.account}\n${record.relation}`;
    if (known.has(key)) faults.add(line, 'doubled', said);
    else if (records.length >= MOST_RECORDS) faults.add(line, 'too_many', said);
    else {
      known.add(key);
      records.push(record);
    }
  }
  const says = records.length > 0 ? 'records' : holdsNobody ? 'nobody' : 'nothing';
  return { says, records, variables, faults: faults.list };
}

function readRecord(said: string, line: number, faults: Faults): SupplyRecord | undefined {
  const [system = '', account = '', relation = '', authority = '', ...more] = said
    .split(',')
    .map((field) => field.trim());
  const fault = (code: SupplyFault['code']): undefined => void faults.add(line, code, said);
  if (relation === '') return fault('few_fields');
  if (!isDomain(system.toLowerCase())) return fault('not_a_domain');
  if (account === '') return fault('no_account');
  const kind = relation.toUpperCase();
  if (kind !== 'DIRECT' && kind !== 'RESELLER') return fault('not_a_relation');
  if (more.length > 0) fault('many_fields');
  return {
    line,
    system: system.toLowerCase(),
    account: account.slice(0, 300),
    relation: kind,
    authority: authority.slice(0, 100),
    name: '',
    domain: '',
    is_confidential: false,
    is_passthrough: false,
  };
}

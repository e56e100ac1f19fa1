import { MOST_RECORDS, type SupplyRecord, type SupplyVariable } from '../contract/supply-file.ts';
import { Faults, isDomain, type Parsed, refused, shortened } from './parsed.ts';

const VARIABLES = ['CONTACT', 'SUBDOMAIN', 'INVENTORYPARTNERDOMAIN', 'OWNERDOMAIN', 'MANAGERDOMAIN'];
const MOST_VARIABLES = 1_000;
/** By this one record a site says that nobody may sell. */
const PLACEHOLDER = 'placeholder.example.com';

/** A page, an answer of a program, or a form of a browser around the file: what such a body holds beside it is not of the file. */
const NO_RECORDS = [/^\s*[<{[]/, /^--[^\r\n]+\r?\ncontent-disposition:/i];

/**
 * ads.txt and app-ads.txt as IAB Tech Lab writes them (ads.txt 1.1, 2022, section 3): a record or variable a line, comments
 * behind #, extensions behind ;, blanks and tabs around fields meaning nothing, domains and relations without case,
 * accounts as they are. A line that cannot be read leaves the others as they are.
 */
export function parseAds(text: string): Parsed {
  const plain = text.replace(/^\uFEFF/, '');
  // No text has a NUL; one of two bytes a letter that nobody said is one has them everywhere.
  if (plain.includes('\0') || NO_RECORDS.some((pattern) => pattern.test(plain)))
    return refused('not_text', 1, plain.slice(0, 500).split(/[\r\n]/, 1)[0] ?? '');
  const faults = new Faults();
  const records: SupplyRecord[] = [];
  const variables: SupplyVariable[] = [];
  const known = new Set<string>();
  let holdsNobody = false;
  let line = 0;
  for (const whole of plain.split(/\r\n|\n|\r/)) {
    line += 1;
    const said = (whole.split('#', 1)[0] ?? '').split(';', 1)[0]?.trim() ?? '';
    if (said === '') continue;
    if (isVariable(said)) {
      const variable = readVariable(said);
      if (variable && variables.length < MOST_VARIABLES) variables.push(variable);
      else faults.add(line, 'unknown_variable', () => said);
      continue;
    }
    const record = readRecord(said, line, faults);
    if (!record) continue;
    if (record.system === PLACEHOLDER) {
      holdsNobody = true;
      continue;
    }
    const key = `${record.system}\n${record.account}\n${record.relation}`;
    if (known.has(key)) faults.add(line, 'doubled', () => said);
    else if (records.length >= MOST_RECORDS) return refused('too_many', line, said);
    else {
      known.add(key);
      records.push(record);
    }
  }
  const says = records.length > 0 ? 'records' : holdsNobody ? 'nobody' : 'nothing';
  return { says, records, variables, faults: faults.list, faultCount: faults.count };
}

/** No field of a record can hold a sign of equality before its first comma. */
function isVariable(said: string): boolean {
  const [equals, comma] = [said.indexOf('='), said.indexOf(',')];
  return equals > 0 && (comma < 0 || equals < comma);
}

function readVariable(said: string): SupplyVariable | undefined {
  const at = said.indexOf('=');
  const name = said.slice(0, at).trim().toUpperCase();
  return VARIABLES.includes(name) ? { name, value: shortened(said.slice(at + 1).trim(), 500) } : undefined;
}

function readRecord(said: string, line: number, faults: Faults): SupplyRecord | undefined {
  const [system = '', account = '', relation = '', authority = '', ...more] = said
    .split(',')
    .map((field) => field.trim());
  const fault = (code: Parameters<Faults['add']>[1]): undefined => void faults.add(line, code, () => said);
  if (relation === '') return fault('few_fields');
  if (!isDomain(system.toLowerCase())) return fault('not_a_domain');
  if (account === '') return fault('no_account');
  const kind = relation.toUpperCase();
  if (kind !== 'DIRECT' && kind !== 'RESELLER') return fault('not_a_relation');
  if (more.length > 0) fault('many_fields');
  return {
    line,
    system: system.toLowerCase(),
    account: shortened(account, 300),
    relation: kind,
    authority: shortened(authority, 100),
    name: '',
    domain: '',
    is_confidential: false,
    is_passthrough: false,
  };
}

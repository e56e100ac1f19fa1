import { z } from 'zod';
import { MOST_RECORDS, type SupplyRecord, type SupplyVariable } from '../contract/supply-file.ts';
import { Faults, isDomain, type Parsed, refused, shortened } from './parsed.ts';

/** 1, "1" and true are written by exchanges for the same. */
const flag = z
  .union([z.number(), z.string(), z.boolean()])
  .transform((said) => ['1', 'true'].includes(String(said)))
  .catch(false);
const text = (most: number) =>
  z
    .union([z.string(), z.number()])
    .transform((said) => shortened(String(said).trim(), most))
    .catch('');

const seller = z.object({
  seller_id: z.union([z.string(), z.number()]).transform((said) => shortened(String(said).trim(), 300)),
  seller_type: text(40).default(''),
  name: text(300).default(''),
  domain: text(253).default(''),
  is_confidential: flag.default(false),
  is_passthrough: flag.default(false),
});
const TYPES = ['PUBLISHER', 'INTERMEDIARY', 'BOTH'];
const FILE = z.looseObject({ sellers: z.array(z.unknown()) });

/** sellers.json as IAB Tech Lab writes it (1.0, 2019): the accounts of one exchange, each with who stands behind it. */
export function parseSellers(file: string, system: string): Parsed {
  const shown = () => file.slice(0, 500).trimStart().slice(0, 80);
  let read: unknown;
  try {
    read = JSON.parse(file.replace(/^\uFEFF/, ''));
  } catch {
    return refused('not_json', 1, shown());
  }
  const body = FILE.safeParse(read);
  if (!body.success) return refused('no_sellers', 1, shown());
  const faults = new Faults();
  const known = new Set<string>();
  const records: SupplyRecord[] = [];
  let line = 0;
  for (const each of body.data.sellers) {
    line += 1;
    const record = readSeller(each, { line, system, known, faults });
    if (!record) continue;
    if (records.length >= MOST_RECORDS) return refused('too_many', line, JSON.stringify(each));
    records.push(record);
  }
  const variables = ['contact_email', 'contact_address', 'version'].flatMap((name): SupplyVariable[] => {
    const value = body.data[name];
    return typeof value === 'string' && value !== '' ? [{ name, value: shortened(value, 500) }] : [];
  });
  const says = records.length > 0 ? 'records' : 'nothing';
  return { says, records, variables, faults: faults.list, faultCount: faults.count };
}

interface Among {
  line: number;
  system: string;
  known: Set<string>;
  faults: Faults;
}

function readSeller(each: unknown, { line, system, known, faults }: Among): SupplyRecord | undefined {
  const fault = (code: Parameters<Faults['add']>[1]): undefined =>
    void faults.add(line, code, () => JSON.stringify(each));
  const one = seller.safeParse(each);
  if (!one.success || one.data.seller_id === '') return fault('no_seller_id');
  const { seller_id: account, seller_type: type, name, domain, ...flags } = one.data;
  if (known.has(account)) return fault('doubled');
  known.add(account);
  const relation = type.toUpperCase();
  if (!TYPES.includes(relation)) fault('not_a_type');
  if (!flags.is_confidential && !isDomain(domain.toLowerCase())) fault('no_seller_domain');
  return {
    line,
    system,
    account,
    relation: TYPES.includes(relation) ? relation : '',
    authority: '',
    name,
    domain: domain.toLowerCase(),
    ...flags,
  };
}

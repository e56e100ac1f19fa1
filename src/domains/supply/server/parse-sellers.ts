import { z } from 'zod';
import type { SupplyRecord, SupplyVariable } from '../contract/supply-file.ts';
import { Faults, isDomain, MOST_RECORDS, type Parsed } from './parse-ads.ts';

/** 1, "1" and true are written by exchanges for the same. */
const flag = z
  .union([z.number(), z.string(), z.boolean()])
  .transform((said) => ['1', 'true'].includes(String(said)))
  .catch(false);
const text = (most: number) =>
  z.coerce
    .string()
    .transform((said) => said.trim().slice(0, most))
    .catch('');

const seller = z.object({
  seller_id: z.union([z.string(), z.number()]).transform((said) => String(said).trim()),
  seller_type: text(40).default(''),
  name: text(300).default(''),
  domain: text(253).default(''),
  is_confidential: flag.default(false),
  is_passthrough: flag.default(false),
});
const TYPES = ['PUBLISHER', 'INTERMEDIARY', 'BOTH'];

/** sellers.json as IAB Tech Lab writes it (1.0, 2019): the accounts of one exchange, each with who stands behind it. */
export function parseSellers(file: string, system: string): Parsed {
  const faults = new Faults();
  const nothing = (code: 'not_json' | 'no_sellers'): Parsed => {
    faults.add(1, code, file.trimStart().slice(0, 80));
    return { says: 'nothing', records: [], variables: [], faults: faults.list };
  };
  let read: unknown;
  try {
    read = JSON.parse(file.replace(/^\uFEFF/, ''));
  } catch {
    return nothing('not_json');
  }
  const body = z.looseObject({ sellers: z.array(z.unknown()) }).safeParse(read);
  if (!body.success) return nothing('no_sellers');
  const known = new Set<string>();
  const records: SupplyRecord[] = [];
  for (const [index, each] of body.data.sellers.entries()) {
    const line = index + 1;
    const told = JSON.stringify(each);
    const one = seller.safeParse(each);
    if (!one.success || one.data.seller_id === '') {
      faults.add(line, 'no_seller_id', told);
      continue;
    }
    const { seller_id: account, seller_type: type, name, domain, ...flags } = one.data;
    if (known.has(account)) {
      faults.add(line, 'doubled', told);
      continue;
    }
    if (records.length >= MOST_RECORDS) {
      faults.add(line, 'too_many', told);
      continue;
    }
    known.add(account);
    const relation = type.toUpperCase();
    if (!TYPES.includes(relation)) faults.add(line, 'not_a_type', told);
    if (!flags.is_confidential && !isDomain(domain.toLowerCase())) faults.add(line, 'no_seller_domain', told);
    records.push({
      line,
      system,
      account: account.slice(0, 300),
      relation: TYPES.includes(relation) ? relation : '',
      authority: '',
      name,
      domain: domain.toLowerCase(),
      ...flags,
    });
  }
  const variables = ['contact_email', 'contact_address', 'version'].flatMap((name): SupplyVariable[] => {
    const value = body.data[name];
    return typeof value === 'string' && value !== '' ? [{ name, value: value.slice(0, 500) }] : [];
  });
  return { says: records.length > 0 ? 'records' : 'nothing', records, variables, faults: faults.list };
}

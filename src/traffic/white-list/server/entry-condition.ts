import { type Condition, eq } from '#platform/contract/condition.ts';
import { checkCondition } from '#platform/contract/condition-check.ts';
import { parseAddress, parseNetwork } from '#platform/contract/ip-network.ts';
import type { MessageValues } from '#platform/contract/message.ts';
import { EVENT_ROW_FIELDS } from '#traffic/event/contract/fields.ts';
import type { WhiteListKind } from '#traffic/rules/contract/white-list-kinds.ts';
import type { RefusalCode } from '#traffic/white-list/contract/refusals.ts';
import { refuse } from './refuse.ts';

/** Bits of the 128. Wider networks hold millions of strangers: /8 of IPv4 (v4-mapped) and /16 of IPv6. */
const WIDEST = { v4: 96 + 8, v6: 16 };
const LAST_ASN = 4_294_967_295;

/** Of the request: where the value or the condition stood. */
type Field = 'value' | 'conditions';

/** The condition an entry stands for; 422 for a value that names nothing or far too much. */
export function entryCondition(kind: WhiteListKind, value: string | Condition, field: Field = 'value'): Condition {
  const refused = (code: RefusalCode, values?: MessageValues) => refuse(code, values, { field });
  if (kind === 'condition') return checked(value, refused);
  if (typeof value !== 'string') throw refused('entry_one_value');
  switch (kind) {
    case 'ip':
      if (parseAddress(value) === null) throw refused('entry_no_address', { value });
      return eq('ip', value);
    case 'network':
      if (!parseNetwork(value)) throw refused('entry_no_network', { value });
      return checked({ field: 'ip', op: 'inNetwork', values: [value] }, refused);
    case 'asn': {
      const number = Number(value.replace(/^AS/i, ''));
      if (!Number.isInteger(number) || number < 1 || number > LAST_ASN) throw refused('entry_no_asn', { value });
      return eq('asn', number);
    }
    default:
      return checked(eq(kind, value), refused);
  }
}

type Refused = (code: RefusalCode, values?: MessageValues) => Error;

function checked(value: string | Condition, refused: Refused): Condition {
  if (typeof value === 'string') throw refused('entry_condition');
  const [problem] = checkCondition(value, EVENT_ROW_FIELDS);
  if (problem) throw refused('entry_fault', { problem: { code: problem.code, values: problem.values } });
  // An empty `all` holds for every event.
  if (('all' in value && value.all.length === 0) || ('any' in value && value.any.length === 0))
    throw refused('entry_names_nothing');
  const wide = networksOf(value).find(isTooWide);
  if (wide !== undefined) throw refused('entry_too_wide', { value: wide });
  return value;
}

/** Those an event may lie in, wherever in the condition they stand; what is taken out by `not` may be as wide as it is. */
function networksOf(condition: Condition): string[] {
  if ('all' in condition) return condition.all.flatMap(networksOf);
  if ('any' in condition) return condition.any.flatMap(networksOf);
  return 'op' in condition && condition.op === 'inNetwork' ? condition.values : [];
}

function isTooWide(value: string): boolean {
  const network = parseNetwork(value);
  return network !== null && network.prefix < (value.includes(':') ? WIDEST.v6 : WIDEST.v4);
}

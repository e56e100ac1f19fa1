import type { Format } from '#platform/contract/format.ts';
import type { Translate } from '#platform/contract/translate.ts';
import { NOT_REPORTED } from './dimensions.ts';
import type { KeyGroup } from './keys.ts';

/** Names of what the product is about, in the reader's language; the code itself where a name is unknown. */
export interface Names {
  /** Column of an event: raw or fact. */
  column: (name: string) => string;
  about: (name: string) => string;
  dimension: (name: string) => string;
  /** What a group of keys has in common. */
  group: (group: KeyGroup) => string;
  kind: (kind: string) => string;
  reason: (code: string) => string;
  /** One sentence: what is wrong with events of this reason. */
  why: (code: string) => string;
  /** A value of a column or dimension in words: `datacenter` is a data centre, `DE` is Germany. */
  value: (field: string, value: string) => string;
}

const COUNTRIES = new Set(['country', 'ip_country', 'declared_country']);
/** How a check begins that is the name of a rule people wrote. */
const OF_RULE = 'rule: ';
const REASONS = new Set(['reason', 'origin_reason']);

/** `t` are the texts of `traffic`. */
export function namesOf(t: Translate, format: Pick<Format, 'country'>): Names {
  const named = (key: string, otherwise: string) => t(key, { defaultValue: otherwise });
  const reason = (code: string) => named(`reason.${code}`, code);
  const kind = (code: string) => named(`kind.${code}`, code);
  return {
    column: (name) => named(`column.${name}`, named(`dimension.${name}`, name)),
    about: (name) => named(`about.${name}`, ''),
    dimension: (name) => named(`dimension.${name}`, named(`column.${name}`, name)),
    group: (group) => t(`keys_${group}`),
    kind,
    reason,
    why: (code) => named(`why.${code}`, ''),
    value: (field, value) => {
      if (value === NOT_REPORTED || value === '') return t(field === 'handling_reason' ? 'no_check' : 'not_reported');
      if (field === 'handling_reason')
        return value.startsWith(OF_RULE)
          ? t('handling_of_rule', { name: value.slice(OF_RULE.length) })
          : named(`value.handling_reason.${value}`, reason(value));
      if (field === 'kind') return kind(value);
      if (REASONS.has(field)) return reason(value);
      if (field === 'reason_group') return named(`group.${value}`, value);
      if (COUNTRIES.has(field)) return format.country(value);
      // Several findings of one fact stand in one value.
      return value
        .split('; ')
        .map((part) => named(`value.${field}.${part}`, part))
        .join('; ');
    },
  };
}

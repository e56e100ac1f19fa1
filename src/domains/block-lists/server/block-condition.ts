import { all, any, type Condition, eq, oneOf } from '#platform/contract/condition.ts';
import { EVENT_KINDS } from '#traffic/event/contract/event.ts';
import { BLOCK_RULE, type CustomRule, isBlockRule } from '#traffic/rules/contract/rule.ts';
import type { BlockKind } from '../contract/kinds.ts';
import type { Blocked } from './normal-values.ts';

/**
 * Entries of one rule. A rule set is stored whole with every version, and its conditions become literals of each
 * question: 2,000 addresses are 50 kB of both.
 */
export const MAX_HELD = 2_000;
/** Publishers whose parts are blocked: each is a comparison of its own, and there are 5,000 points for all own rules. */
export const MAX_PARTED = 50;

interface BlockRule {
  id: string;
  title: string;
  kinds: readonly BlockKind[];
  when: (entries: readonly Blocked[]) => Condition;
}

const valuesOf = (entries: readonly Blocked[]): string[] => entries.map(({ value }) => value);

/** The rules a block list becomes. Their ids stay: what was blocked by one is explained by it whenever it is read. */
export const BLOCK_RULES: readonly BlockRule[] = [
  {
    id: `${BLOCK_RULE}address`,
    title: 'Block list: addresses',
    kinds: ['address', 'network'],
    when: (entries) => ({ field: 'ip', op: 'inNetwork', values: valuesOf(entries) }),
  },
  {
    id: `${BLOCK_RULE}publisher`,
    title: 'Block list: publishers',
    kinds: ['publisher'],
    when: (entries) => oneOf('publisher', valuesOf(entries)),
  },
  {
    id: `${BLOCK_RULE}sub-publisher`,
    title: 'Block list: sub-publishers',
    kinds: ['sub_publisher'],
    when: (entries) =>
      any(
        ...[...new Set(entries.map(({ publisher }) => publisher))].map((publisher) => {
          const parts = entries.filter((each) => each.publisher === publisher);
          return all(eq('publisher', publisher), oneOf('sub_publisher', valuesOf(parts)));
        }),
      ),
  },
  {
    id: `${BLOCK_RULE}domain`,
    title: 'Block list: domains',
    kinds: ['domain'],
    when: (entries) => any(oneOf('declared_domain', valuesOf(entries)), oneOf('system_domain', valuesOf(entries))),
  },
  {
    id: `${BLOCK_RULE}app`,
    title: 'Block list: apps',
    kinds: ['app'],
    when: (entries) => oneOf('declared_domain', valuesOf(entries)),
  },
  {
    id: `${BLOCK_RULE}device`,
    title: 'Block list: devices',
    kinds: ['device'],
    when: (entries) => oneOf('device_id', valuesOf(entries)),
  },
];

const ofRule = <E extends Blocked>({ kinds }: BlockRule, entries: readonly E[]): E[] =>
  entries.filter(({ kind }) => kinds.includes(kind));

/** Everything the entries name, as one condition; undefined of nothing. */
export function conditionOf(entries: readonly Blocked[]): Condition | undefined {
  const parts = BLOCK_RULES.flatMap((rule) => {
    const own = ofRule(rule, entries);
    return own.length > 0 ? [rule.when(own)] : [];
  });
  return parts.length > 0 ? any(...parts) : undefined;
}

/** Own rules of a package with those of its block list; the first entries of each rule are held, as many as fit. */
export function withBlocks(
  custom: readonly CustomRule[],
  entries: readonly Blocked[],
): { custom: CustomRule[]; held: number } {
  let held = 0;
  const made = BLOCK_RULES.flatMap((rule): CustomRule[] => {
    const own = fitting(ofRule(rule, entries));
    held += own.length;
    const { id, title } = rule;
    const reason = 'human.blocked';
    return own.length > 0 ? [{ id, title, reason, kinds: [...EVENT_KINDS], when: rule.when(own), mode: 'fraud' }] : [];
  });
  // Each where it stood: rules of people that only change places would be another version.
  const kept = custom.flatMap((rule) => (isBlockRule(rule.id) ? made.filter(({ id }) => id === rule.id) : rule));
  return { custom: [...kept, ...made.filter(({ id }) => !kept.some((rule) => rule.id === id))], held };
}

function fitting(entries: readonly Blocked[]): Blocked[] {
  const parted = new Set(entries.map(({ publisher }) => publisher));
  const first = new Set([...parted].slice(0, MAX_PARTED));
  return entries.filter(({ publisher }) => first.has(publisher)).slice(0, MAX_HELD);
}

import { all, any, type Condition, eq, oneOf } from '#platform/contract/condition.ts';
import { EVENT_KINDS } from '#traffic/event/contract/event.ts';
import type { ReasonCode } from '#traffic/event/contract/reasons.ts';
import type { CustomRule } from '#traffic/rules/contract/rule.ts';
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
  /** Reasons that begin with `human.` no rule may give. */
  reason: ReasonCode;
  when: (entries: readonly Blocked[]) => Condition;
}

const valuesOf = (entries: readonly Blocked[]): string[] => entries.map(({ value }) => value);

/** The rules a block list becomes. Their ids stay: what was blocked by one is explained by it whenever it is read. */
export const BLOCK_RULES: readonly BlockRule[] = [
  {
    id: 'custom.blocked-address',
    title: 'Block list: addresses',
    kinds: ['address', 'network'],
    reason: 'net.ip_concentration',
    when: (entries) => ({ field: 'ip', op: 'inNetwork', values: valuesOf(entries) }),
  },
  {
    id: 'custom.blocked-publisher',
    title: 'Block list: publishers',
    kinds: ['publisher'],
    reason: 'imp.unauthorized_seller',
    when: (entries) => oneOf('publisher', valuesOf(entries)),
  },
  {
    id: 'custom.blocked-sub-publisher',
    title: 'Block list: sub-publishers',
    kinds: ['sub_publisher'],
    reason: 'imp.unauthorized_seller',
    when: (entries) =>
      any(
        ...[...new Set(entries.map(({ publisher }) => publisher))].map((publisher) => {
          const parts = entries.filter((each) => each.publisher === publisher);
          return all(eq('publisher', publisher), oneOf('sub_publisher', valuesOf(parts)));
        }),
      ),
  },
  {
    id: 'custom.blocked-domain',
    title: 'Block list: domains',
    kinds: ['domain'],
    reason: 'imp.brand_unsafe',
    when: (entries) => any(oneOf('declared_domain', valuesOf(entries)), oneOf('system_domain', valuesOf(entries))),
  },
  {
    id: 'custom.blocked-app',
    title: 'Block list: apps',
    kinds: ['app'],
    reason: 'imp.brand_unsafe',
    when: (entries) => oneOf('declared_domain', valuesOf(entries)),
  },
  {
    id: 'custom.blocked-device',
    title: 'Block list: devices',
    kinds: ['device'],
    reason: 'dev.farm',
    when: (entries) => oneOf('device_id', valuesOf(entries)),
  },
];

const IDS: ReadonlySet<string> = new Set(BLOCK_RULES.map(({ id }) => id));

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
    const { id, title, reason } = rule;
    return own.length > 0 ? [{ id, title, reason, kinds: [...EVENT_KINDS], when: rule.when(own), mode: 'fraud' }] : [];
  });
  return { custom: [...custom.filter(({ id }) => !IDS.has(id)), ...made], held };
}

function fitting(entries: readonly Blocked[]): Blocked[] {
  const parted = new Set(entries.map(({ publisher }) => publisher));
  const first = new Set([...parted].slice(0, MAX_PARTED));
  return entries.filter(({ publisher }) => first.has(publisher)).slice(0, MAX_HELD);
}

/**
 * What rules on sources find is one thing for all events of a source, day and kind. Found once for each source, events
 * need only be compared with it: most keep what they have, and nothing but their source and their hits is read.
 */
import type { Condition } from '#platform/contract/condition.ts';
import { conditionSql, type SqlFields } from '#platform/server/clickhouse/condition-sql.ts';
import { joinSql, type Sql, sql, trusted, typed } from '#platform/server/clickhouse/sql.ts';
import { fieldsOf } from '#traffic/event/contract/condition-fields.ts';
import { EVENT_KINDS } from '#traffic/event/contract/event.ts';
import { SOURCE_FACT_NAMES, SOURCE_FACTS } from '#traffic/event/contract/source-facts.ts';
import { SOURCE_FAMILIES } from '#traffic/event/contract/source-families.ts';
import type { Scratch } from '#traffic/event/server/scratch.ts';
import type { PlannedRule } from '#traffic/rules/server/rule-plan.ts';
import { COMPARED_FACTS, keyOf, type SourceRange, storedKey, storedSources } from '../facts/source-facts-sql.ts';

/** Facts that are the same for all events of a source, none that each event is compared by. */
const SHARED: SqlFields = Object.fromEntries(
  SOURCE_FACT_NAMES.filter((name) => !COMPARED_FACTS.includes(name)).map((name) => [name, { valueType: 'number' }]),
);
const FIELDS: SqlFields = { ...SHARED, publisher: { valueType: 'string' } };

const isAboutSource = (name: string): boolean => Object.hasOwn(SOURCE_FACTS, name);

/** Whether a condition may hold for an event of a source nothing is known of. */
function mayHoldUnknown(when: Condition): boolean {
  if ('all' in when) return when.all.every(mayHoldUnknown);
  if ('any' in when) return when.any.some(mayHoldUnknown);
  if ('not' in when) return true;
  return !isAboutSource(when.field) || when.op === 'unknown';
}

/** A rule that finds the same in all events of a source and kind, and nothing where nothing is known of the source. */
export const isSettledBySource = ({ cases }: PlannedRule): boolean =>
  cases.every(({ when }) => fieldsOf(when).every((name) => Object.hasOwn(FIELDS, name)) && !mayHoldUnknown(when));

/** What the sources of events in `traffic` say about rules they settle, as conditions over an event. */
export interface SourceHits {
  /** The source makes one of the rules hit. */
  hitsAny(rules: readonly PlannedRule[]): Sql;
  /** The stored hits of the rules, under their ids, are others than those the source makes. */
  differ(rules: readonly PlannedRule[]): Sql;
}

/** Rules of one number: a bit each, and one more that says the source is known at all. */
const RULES_PER_NUMBER = 63;
const KNOWN = 1n << 63n;

const bitOf = (place: number): bigint => 1n << BigInt(place);
const number = (bits: bigint): string => `toUInt64(${bits})`;
const either = (bits: readonly bigint[]): bigint => bits.reduce((all, one) => all | one, 0n);

/** What the sources of a package say now, looked up in a table as long as `scratch` lasts. */
export async function sourceHits(
  scratch: Scratch,
  { package: packageName, range, rules }: { package: string; range: SourceRange; rules: readonly PlannedRule[] },
): Promise<SourceHits> {
  const numbers = Array.from({ length: Math.ceil(rules.length / RULES_PER_NUMBER) }, (_, index) => ({
    name: `bits_${index}`,
    rules: rules.slice(index * RULES_PER_NUMBER, (index + 1) * RULES_PER_NUMBER),
  }));
  if (numbers.length === 0) return { hitsAny: () => sql`false`, differ: () => sql`false` };
  const columns = trusted(
    ['key UInt64, publisher LowCardinality(String)', ...numbers.map(({ name }) => `${name} UInt64`)].join(', '),
  );
  const table = await scratch.table(columns, sql`Join(ANY, LEFT, key)`);
  const bits = numbers.map((each) => joinSql([trusted(number(KNOWN)), ...each.rules.map(bitIfHit)], ' + '));
  await scratch.clickhouse.command(
    sql`INSERT INTO ${table} SELECT ${storedKey}, publisher, ${joinSql(bits, ', ')} FROM (${storedSources(packageName, range)})`,
    { tag: 'source-hits' },
  );
  const asked = (wanted: readonly PlannedRule[], compare: (each: Asked) => Sql): Sql => {
    const parts = numbers.flatMap((each) => {
      const own = each.rules.flatMap((rule, place) =>
        wanted.includes(rule) ? [{ id: rule.id, bit: bitOf(place) }] : [],
      );
      if (own.length === 0) return [];
      const mask = trusted(number(either(own.map(({ bit }) => bit))));
      // Most publishers have no source that hits, which is asked of a name with a dictionary, not of every event.
      const hit = sql`publisher IN (SELECT publisher FROM ${table} WHERE bitAnd(${trusted(each.name)}, ${mask}) != 0)`;
      return [compare({ rules: own, hit, found: sql`bitAnd(${bitsOfEvent(table, each)}, ${mask})` })];
    });
    return sql`(${joinSql(parts.length > 0 ? parts : [sql`false`], ' OR ')})`;
  };
  return {
    hitsAny: (wanted) => asked(wanted, ({ hit, found }) => sql`(${hit} AND ${found} != 0)`),
    differ: (wanted) =>
      asked(wanted, (each) => sql`((${storedAny(each)} OR ${each.hit}) AND ${each.found} != ${storedBits(each)})`),
  };
}

interface Asked {
  rules: readonly { id: string; bit: bigint }[];
  /** The publisher has a source that one of the rules hits. */
  hit: Sql;
  /** The bits of the rules that hit the source of the event. */
  found: Sql;
}

function bitIfHit(rule: PlannedRule, place: number): Sql {
  const families = Object.entries(SOURCE_FAMILIES).flatMap(([family, kinds]) =>
    kinds.some((kind) => rule.kinds.includes(kind)) ? [family] : [],
  );
  const holds = rule.cases.map(({ when }) => conditionSql(when, FIELDS));
  return sql`if(family IN ${typed('Array(String)', families)} AND (${joinSql(holds, ' OR ')}), ${trusted(number(bitOf(place)))}, 0)`;
}

function bitsOfEvent(table: Sql, { name, rules }: { name: string; rules: readonly PlannedRule[] }): Sql {
  const bits = (level: 'sub_publisher' | 'rest'): Sql =>
    sql`joinGet(${table}, ${trusted(`'${name}'`)}, ${keyOf(level)})`;
  // A rule may look at some kinds of a family only; kinds are numbered in their order in `traffic`.
  const ofKind = EVENT_KINDS.map((kind) =>
    number(either(rules.map((rule, place) => (rule.kinds.includes(kind) ? bitOf(place) : 0n)))),
  );
  const own = bits('sub_publisher');
  return sql`bitAnd(if(${own} != 0, ${own}, ${bits('rest')}), ${trusted(`[${ofKind.join(', ')}]`)}[toUInt8(kind)])`;
}

const storedAny = ({ rules }: Asked): Sql =>
  sql`hasAny(hits, ${typed(
    'Array(String)',
    rules.map(({ id }) => id),
  )})`;

function storedBits({ rules }: Asked): Sql {
  const ids = typed(
    'Array(String)',
    rules.map(({ id }) => id),
  );
  const bits = trusted(`[${rules.map(({ bit }) => number(bit)).join(', ')}]`);
  return sql`arraySum(hit -> transform(toString(hit), ${ids}, ${bits}, toUInt64(0)), hits)`;
}

const ALWAYS: Condition = { all: [] };

/**
 * What a rule on event and source together asks of the source: hardly any source answers to it, so that few events need
 * be asked the rest. Undefined where it may hold whatever the source did.
 */
export function sourcePart(rule: PlannedRule): PlannedRule | undefined {
  const part = { ...rule, cases: rule.cases.map((each) => ({ ...each, when: asksOfSource(each.when) })) };
  return isSettledBySource(part) ? part : undefined;
}

/** A condition with every part that looks at the event taken for true. */
function asksOfSource(when: Condition): Condition {
  if ('all' in when) return { all: when.all.map(asksOfSource) };
  if ('any' in when) return { any: when.any.map(asksOfSource) };
  return fieldsOf(when).every((name) => Object.hasOwn(FIELDS, name)) ? when : ALWAYS;
}

/** A condition with every part that looks at the source taken for true: what it asks of the event alone. */
export function asksOfEvent(when: Condition): Condition {
  if ('all' in when) return { all: when.all.map(asksOfEvent) };
  if ('any' in when) return { any: when.any.map(asksOfEvent) };
  if ('not' in when) return fieldsOf(when).some(isAboutSource) ? ALWAYS : when;
  return isAboutSource(when.field) ? ALWAYS : when;
}

import { and, asc, eq } from 'drizzle-orm';
import { RULE_FIELDS, type RuleField, type RuleKind } from '#domains/integrity/contract/kinds.ts';
import type { PublishedRule } from './evaluate.ts';
import type { Db, Tx } from './parts.ts';
import { ruleTable } from './tables.ts';

export type Row = typeof ruleTable.$inferSelect;

const LONGEST_NAME = 120;

const ofKind = (packageName: string, kind: RuleKind) =>
  and(eq(ruleTable.packageName, packageName), eq(ruleTable.kind, kind));
const IN_ORDER = [asc(ruleTable.place), asc(ruleTable.id)];

/** Rules as they are written, in the order they are asked. */
export const rowsOf = (db: Db | Tx, packageName: string, kind: RuleKind): Promise<Row[]> =>
  db
    .select()
    .from(ruleTable)
    .where(ofKind(packageName, kind))
    .orderBy(...IN_ORDER);

/** The same, held until the transaction is over: one change of all of them after the other. */
export const heldRows = (tx: Tx, packageName: string, kind: RuleKind): Promise<Row[]> =>
  tx
    .select()
    .from(ruleTable)
    .where(ofKind(packageName, kind))
    .orderBy(...IN_ORDER)
    .for('update');

export const fieldOf = ({ field }: Row): RuleField => {
  if (!(field in RULE_FIELDS)) throw new Error(`A rule looks at ${field}, which nobody knows`);
  return field as RuleField;
};

/** Rules that are switched off are in no version. */
export const writtenOf = (rows: readonly Row[]): PublishedRule[] =>
  rows
    .filter(({ active }) => active)
    .map((row) => ordered({ ...row, campaign_id: row.campaignId, field: fieldOf(row) }));

export const isSame = (rows: readonly Row[], rules: readonly PublishedRule[]): boolean =>
  JSON.stringify(writtenOf(rows)) === JSON.stringify(rules.map(ordered));

/** Members in one order: the database has another. */
export const ordered = ({ id, name, campaign_id, field, operator, values, action }: PublishedRule): PublishedRule => ({
  id,
  name,
  campaign_id,
  field,
  operator,
  values,
  action,
});

/** A rule is told by its name in reports: a second of one name gets a number. */
export function freeName(taken: ReadonlySet<string>, name: string): string {
  for (let n = 2, free = name; ; n += 1) {
    if (!taken.has(free)) return free;
    const number = ` (${n})`;
    free = `${name.slice(0, LONGEST_NAME - number.length)}${number}`;
  }
}

import { sql } from 'drizzle-orm';
import type { Source } from './bad-sources.ts';
import { noteChange, type Transaction, turnInTransaction } from './entry-store.ts';
import type { StandingRow } from './tables.ts';

/** What a rule puts on the list: the sources it found, and the moment at which they are free again. */
export interface Wanted {
  sources: readonly Source[];
  /** In the past: it finds nothing new any more. */
  endsAt: Date;
  now: Date;
}

export interface Applied {
  added: number;
  /** Blocked already, and from now on for longer. */
  moved: number;
}

type Rule = Pick<StandingRow, 'id' | 'packageName' | 'name' | 'kind' | 'createdBy' | 'updatedAt'>;

/**
 * Puts on the list what a rule found, once, however often: what is there only ends later. What somebody unblocked since
 * the rule was saved stays free until the end it had. Rules and feeds follow what changed.
 */
export async function applyRule(tx: Transaction, rule: Rule, { sources, endsAt, now }: Wanted): Promise<Applied> {
  if (sources.length === 0 || endsAt <= now) return { added: 0, moved: 0 };
  await turnInTransaction(tx, now, rule.packageName);
  const end = sql`${endsAt.toISOString()}::timestamptz`;
  const wanted = sql`unnest(${texts(sources.map(({ kind }) => kind))}, ${texts(sources.map(({ value }) => value))},
    ${texts(sources.map(({ publisher }) => publisher))}, ${numbers(sources.map(({ fraud }) => fraud))},
    ${numbers(sources.map(({ events }) => events))}) AS wanted (kind, value, publisher, fraud, events)`;
  const same = sql`known.rule_id = ${rule.id} AND known.kind = wanted.kind AND known.value = wanted.value
    AND known.publisher = wanted.publisher`;
  const moved = await tx.execute(sql`
    UPDATE block_entry AS known SET ends_at = ${end}, fraud = wanted.fraud, events = wanted.events FROM ${wanted}
    WHERE ${same} AND known.removed_at IS NULL AND known.ends_at < ${end}`);
  const made = await tx.execute(sql`
    INSERT INTO block_entry (package_name, kind, value, publisher, reason, source, author, created_at, ends_at, rule_id,
      fraud, events)
    SELECT ${rule.packageName}, kind, value, publisher, ${rule.name}, 'rule', ${rule.createdBy},
      ${now.toISOString()}::timestamptz, ${end}, ${rule.id}, wanted.fraud, wanted.events FROM ${wanted}
    WHERE NOT EXISTS (SELECT 1 FROM block_entry AS known WHERE ${same} AND known.removed_by IS NOT NULL
      AND known.removed_at > ${rule.updatedAt.toISOString()}::timestamptz
      AND known.ends_at > ${now.toISOString()}::timestamptz)
    ON CONFLICT DO NOTHING`);
  const applied = { added: made.rowCount ?? 0, moved: moved.rowCount ?? 0 };
  if (applied.added + applied.moved > 0) await noteChange(tx, rule.packageName);
  return applied;
}

/** Takes back what a rule blocks, but for what it is said to keep. Answers how much that was. */
export async function takeBack(
  tx: Transaction,
  rule: Pick<StandingRow, 'id' | 'packageName'>,
  { keep = [], now, by }: { keep?: readonly Source[]; now: Date; by: string },
): Promise<number> {
  const freed = await tx.execute(sql`
    UPDATE block_entry SET removed_at = ${now.toISOString()}::timestamptz, removed_by = ${by}
    WHERE rule_id = ${rule.id} AND removed_at IS NULL AND (kind, value, publisher) NOT IN (
      SELECT * FROM unnest(${texts(keep.map(({ kind }) => kind))}, ${texts(keep.map(({ value }) => value))},
        ${texts(keep.map(({ publisher }) => publisher))}))`);
  if (freed.rowCount) await noteChange(tx, rule.packageName);
  return freed.rowCount ?? 0;
}

const texts = (all: readonly string[]) => sql`${sql.param(all)}::text[]`;
const numbers = (all: readonly number[]) => sql`${sql.param(all)}::integer[]`;

import { and, eq, sql } from 'drizzle-orm';
import type { DocumentKind } from '#domains/invoices/contract/document.ts';
import type { Db, Tx } from './invoice-parts.ts';
import { type Settings, seriesTable } from './tables.ts';

/** Whose numbers they are, and what stands before each. */
export interface Series {
  packageName: string;
  /** '' is the issuer of the package. */
  issuer: string;
  series: string;
}

const LEAST_DIGITS = 4;
/** Self-billed notes of a source without a prefix of its own, and corrections of whichever series. */
const [SELF_BILLED, CORRECTION] = ['SB-', 'CN-'] as const;

/** `2026` of a calendar year, `2026-27` of a fiscal one that begins in April. */
function yearOf(day: string, { reset, fiscal_month }: Pick<Settings, 'reset' | 'fiscal_month'>): string {
  const [year, month] = [Number(day.slice(0, 4)), Number(day.slice(5, 7))];
  if (reset === 'never') return '';
  if (reset === 'year' || fiscal_month === 1) return `${year}-`;
  const first = month >= fiscal_month ? year : year - 1;
  return `${first}-${String((first + 1) % 100).padStart(2, '0')}-`;
}

/** Where a document issued on a day is counted. `ownPrefix` is that of the source, of self-billed notes. */
export function seriesOf(
  packageName: string,
  settings: Settings,
  {
    kind,
    issuer,
    day,
    ownPrefix = '',
  }: { kind: DocumentKind; issuer: string; day: string; ownPrefix?: string | undefined },
): Series {
  const prefix = issuer === '' ? settings.prefix : ownPrefix || SELF_BILLED;
  const correction = kind === 'credit_note' ? CORRECTION : '';
  return { packageName, issuer, series: `${prefix}${correction}${yearOf(day, settings)}` };
}

export const numberOf = (series: string, seq: number): string => `${series}${String(seq).padStart(LEAST_DIGITS, '0')}`;

const ofSeries = ({ packageName, issuer, series }: Series) =>
  and(eq(seriesTable.packageName, packageName), eq(seriesTable.issuer, issuer), eq(seriesTable.series, series));

/** The number the next document gets; nothing is taken. */
export async function nextNumber(db: Db | Tx, series: Series): Promise<number> {
  const [row] = await db.select().from(seriesTable).where(ofSeries(series));
  return row?.nextNo ?? 1;
}

/** Takes the next number: it is given back when the transaction fails, and nobody else takes one until it ends. */
export async function takeNumber(tx: Tx, series: Series): Promise<number> {
  const [row] = await tx
    .insert(seriesTable)
    .values({ ...series, nextNo: 2 })
    .onConflictDoUpdate({
      target: [seriesTable.packageName, seriesTable.issuer, seriesTable.series],
      set: { nextNo: sql`${seriesTable.nextNo} + 1` },
    })
    .returning({ nextNo: seriesTable.nextNo });
  if (!row) throw new Error('No number was taken');
  return row.nextNo - 1;
}

/** A series goes on from a number; false where that one was passed already. */
export async function continueFrom(tx: Tx, series: Series, next: number): Promise<boolean> {
  if (next < (await nextNumber(tx, series))) return false;
  if (next > 1)
    await tx
      .insert(seriesTable)
      .values({ ...series, nextNo: next })
      .onConflictDoUpdate({
        target: [seriesTable.packageName, seriesTable.issuer, seriesTable.series],
        set: { nextNo: sql`greatest(${seriesTable.nextNo}, ${next})` },
      });
  return true;
}

import type { Readable } from 'node:stream';
import { and, asc, count, desc, eq, ilike, inArray, or, sql } from 'drizzle-orm';
import { accountToolsAudit } from '#domains/account-tools/contract/audit.ts';
import {
  MAX_MERCHANT_BYTES,
  MAX_MERCHANTS,
  type MerchantState,
  type MerchantView,
  type merchantEndpoints,
} from '#domains/account-tools/contract/merchants.ts';
import type { Out } from '#platform/contract/endpoint.ts';
import type { Scope } from '#platform/server/access/scope.ts';
import { audit } from '#platform/server/audit/audit.ts';
import type { Cell } from '#platform/server/csv.ts';
import { boundedBody } from '#platform/server/http/bounded-body.ts';
import { readForm } from '#platform/server/http/read-form.ts';
import { containing } from '#platform/server/postgres/like.ts';
import { ownPackage } from '#traffic/money/server/price-store.ts';
import { maskedNumber } from './bank-form.ts';
import { hashOfNumber } from './bank-store.ts';
import { type MerchantRow, nameKey, readMerchants, stateOf } from './merchant-rows.ts';
import { ownNumbered } from './own-numbered.ts';
import type { AccountToolParts } from './parts.ts';
import { refuse } from './refuse.ts';
import { merchantBatchTable, merchantTable } from './tables.ts';

type Row = typeof merchantTable.$inferSelect;
type Asked = Out<(typeof merchantEndpoints.list)['query']>;
export type Taken = Out<(typeof merchantEndpoints.bulk)['response']>['data'];

const conditionOf = (
  scope: Scope,
  { package_name, state, search }: Pick<Asked, 'package_name' | 'state' | 'search'>,
) => {
  const pattern = search ? containing(search) : undefined;
  return and(
    eq(merchantTable.packageName, ownPackage(scope, package_name)),
    state ? eq(merchantTable.state, state) : undefined,
    pattern
      ? or(
          ilike(merchantTable.name, pattern),
          ilike(merchantTable.legalName, pattern),
          ilike(merchantTable.website, pattern),
        )
      : undefined,
  );
};

/** The newest file first, its lines in their order. */
export async function listMerchants(
  scope: Scope,
  { database: { db } }: AccountToolParts,
  asked: Asked,
): Promise<{ rows: MerchantView[]; total: number }> {
  const where = conditionOf(scope, asked);
  const [rows, [counted]] = await Promise.all([
    db
      .select()
      .from(merchantTable)
      .where(where)
      .orderBy(desc(merchantTable.batchId), asc(merchantTable.line))
      .limit(asked.limit)
      .offset((asked.page - 1) * asked.limit),
    db.select({ total: count() }).from(merchantTable).where(where),
  ]);
  return { rows: rows.map(viewOf), total: counted?.total ?? 0 };
}

/** The whole file is one commit: every line is kept with its state, or none is. Those kept before are not kept again. */
export async function takeMerchants(
  scope: Scope,
  parts: AccountToolParts,
  name: string,
  { upload, contentType }: { upload: Readable; contentType: string },
): Promise<Taken> {
  const { database, enricher, now, accountToolsKey: key } = parts;
  const packageName = ownPackage(scope, name);
  const text = await textOf(upload, contentType);
  const { rows, unknown } = readMerchants(text, (domain) => enricher().emailClass(domain));
  const read = rows.map((row) => {
    const { bankScheme, bank } = row;
    return { row, hash: bank && bankScheme ? hashOfNumber(key, bankScheme, bank.bankCode, bank.number) : null };
  });
  return database.db.transaction(async (tx) => {
    // Two files at once would both be new.
    await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`merchants ${packageName}`}, 0))`);
    const before = await keptBefore(tx, packageName, read);
    const known = new Set(before.map(({ bankHash, ...row }) => wordsOf(row, bankHash)));
    const fresh = read.filter(({ row, hash }) => !known.has(wordsOf(valuesOf(row), hash)));
    const there = rows.length - fresh.length;
    if (fresh.length === 0) return { batch: null, ...countsOf([]), there, unknown_columns: unknown.slice(0, 50) };
    const owners = ownersOf([
      ...before.map(({ bankHash, name: of }) => ({ hash: bankHash, name: of })),
      ...read.map(({ row, hash }) => ({ hash, name: row.name })),
    ]);
    const taken = new Set(before.filter(({ state }) => state !== 'refused').map(nameKey));
    const [batch] = await tx
      .insert(merchantBatchTable)
      .values({ packageName, author: scope.userName, addedAt: now() })
      .returning();
    if (!batch) throw new Error('A file of merchants was not stored');
    const values = fresh.map(({ row, hash }) => {
      const reasons = [...row.reasons];
      if (hash !== null && (owners.get(hash.toString('hex'))?.size ?? 0) > 1) reasons.push('bank_shared');
      if (taken.has(nameKey(row))) reasons.push('name_taken');
      const kept = { packageName, batchId: batch.id, author: scope.userName, addedAt: now() };
      return { ...valuesOf(row), ...kept, bankHash: hash, reasons, state: stateOf(reasons) };
    });
    await tx.insert(merchantTable).values(values);
    const counts = countsOf(values.map(({ state }) => state));
    await audit(tx, scope, {
      action: accountToolsAudit.onboard,
      subject: `${values.length} merchants`,
      package: packageName,
      details: { batch: batch.id, ...counts },
    });
    return { batch: batch.id, ...counts, there, unknown_columns: unknown.slice(0, 50) };
  });
}

/** The file as it is, or the one file of a form. */
async function textOf(upload: Readable, contentType: string): Promise<string> {
  if (!/^multipart\/form-data/i.test(contentType)) {
    const tooMany = () => refuse('merchants_too_many', { most: MAX_MERCHANTS }, { as: 'too_large' });
    return (await boundedBody(upload, MAX_MERCHANT_BYTES, tooMany)).toString('utf8');
  }
  const form = await readForm(upload, contentType, MAX_MERCHANT_BYTES);
  const [file, ...others] = [...form.values()].filter((value) => typeof value !== 'string');
  if (!file || others.length > 0) throw refuse('merchants_unreadable', {}, { field: 'file' });
  return file.text();
}

type Read = { row: MerchantRow; hash: Buffer | null };

/** Those of the same names or accounts. */
function keptBefore(
  tx: Pick<AccountToolParts['database']['db'], 'select'>,
  packageName: string,
  read: readonly Read[],
) {
  const hashes = read.flatMap(({ hash }) => (hash ? [hash] : []));
  const names = [...new Set(read.map(({ row }) => row.name.toLowerCase()))];
  const { name, bankHash } = merchantTable;
  return tx
    .select()
    .from(merchantTable)
    .where(
      and(
        eq(merchantTable.packageName, packageName),
        or(inArray(sql`lower(${name})`, names), inArray(bankHash, hashes)),
      ),
    );
}

const SAID = ['name', 'legalName', 'country', 'email', 'phone', 'website'] as const;

/** What a line says, to be compared. */
const wordsOf = (row: Pick<Row, (typeof SAID)[number]>, hash: Buffer | null): string =>
  JSON.stringify([...SAID.map((name) => row[name]), hash?.toString('hex') ?? '']);

type Owned = { hash: Buffer | null; name: string };

/** Names of merchants by the account they gave. */
function ownersOf(all: readonly Owned[]): ReadonlyMap<string, ReadonlySet<string>> {
  const owners = new Map<string, Set<string>>();
  for (const { hash, name } of all) {
    if (hash === null) continue;
    const of = hash.toString('hex');
    owners.set(of, (owners.get(of) ?? new Set()).add(name.toLowerCase()));
  }
  return owners;
}

const valuesOf = ({ bank, bankScheme, line, name, country, email, phone, website, legal_name }: MerchantRow) => ({
  line,
  name,
  legalName: legal_name,
  country,
  email,
  phone,
  website,
  bankScheme,
  bankMasked: bank ? maskedNumber(bank.number) : '',
});

function countsOf(states: readonly MerchantState[]): Record<MerchantState, number> {
  const counts = { ready: 0, review: 0, refused: 0 };
  for (const state of states) counts[state]++;
  return counts;
}

export const MERCHANT_HEAD = [
  'line',
  'name',
  'legal_name',
  'country',
  'email',
  'phone',
  'website',
  'bank',
  'state',
  'reasons',
  'added (UTC)',
];

/** All of them, for a file. */
export async function* eachMerchant(
  scope: Scope,
  { database: { db } }: AccountToolParts,
  asked: { package_name: string; state?: MerchantState | undefined },
): AsyncGenerator<Cell[]> {
  const where = conditionOf(scope, asked);
  for (let offset = 0; ; offset += MAX_MERCHANTS) {
    const rows = await db
      .select()
      .from(merchantTable)
      .where(where)
      .orderBy(asc(merchantTable.id))
      .limit(MAX_MERCHANTS)
      .offset(offset);
    for (const row of rows)
      yield [
        row.line,
        row.name,
        row.legalName,
        row.country,
        row.email,
        row.phone,
        row.website,
        row.bankMasked,
        row.state,
        row.reasons.join(' '),
        row.addedAt.toISOString(),
      ];
    if (rows.length < MAX_MERCHANTS) return;
  }
}

export async function removeMerchant(scope: Scope, { database: { db } }: AccountToolParts, id: number): Promise<void> {
  await db.transaction(async (tx) => {
    const [row] = await tx.select().from(merchantTable).where(eq(merchantTable.id, id)).for('update');
    const { packageName, name } = ownNumbered(scope, row);
    ownPackage(scope, packageName);
    await tx.delete(merchantTable).where(eq(merchantTable.id, id));
    await audit(tx, scope, {
      action: accountToolsAudit.removeMerchant,
      subject: name,
      package: packageName,
      details: { id },
    });
  });
}

const viewOf = (row: Row): MerchantView => ({
  id: row.id,
  line: row.line,
  name: row.name,
  legal_name: row.legalName,
  country: row.country,
  email: row.email,
  phone: row.phone,
  website: row.website,
  bank_scheme: row.bankScheme,
  bank_masked: row.bankMasked,
  state: row.state,
  reasons: row.reasons,
  batch: row.batchId,
  author: row.author,
  added_at: row.addedAt.toISOString(),
});

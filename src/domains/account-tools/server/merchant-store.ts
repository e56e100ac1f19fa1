import type { Readable } from 'node:stream';
import { and, asc, count, desc, eq, ilike, inArray, or } from 'drizzle-orm';
import { accountToolsAudit } from '#domains/account-tools/contract/audit.ts';
import {
  MAX_MERCHANT_BYTES,
  MAX_MERCHANTS,
  type MerchantReason,
  type MerchantState,
  type MerchantView,
  type merchantEndpoints,
} from '#domains/account-tools/contract/merchants.ts';
import type { Out } from '#platform/contract/endpoint.ts';
import type { Scope } from '#platform/server/access/scope.ts';
import { audit } from '#platform/server/audit/audit.ts';
import type { Cell } from '#platform/server/csv.ts';
import { appError } from '#platform/server/http/app-error.ts';
import { boundedBody } from '#platform/server/http/bounded-body.ts';
import { containing } from '#platform/server/postgres/like.ts';
import { ownPackage } from '#traffic/money/server/price-store.ts';
import { maskedNumber } from './bank-form.ts';
import { hashOfNumber } from './bank-store.ts';
import { type MerchantRow, readMerchants, stateOf } from './merchant-rows.ts';
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

/** The whole file is one commit: every line is kept with its state, or none is. */
export async function takeMerchants(
  scope: Scope,
  parts: AccountToolParts,
  name: string,
  upload: Readable,
): Promise<Taken> {
  const {
    database: { db },
    enricher,
    now,
    accountToolsKey: key,
  } = parts;
  const packageName = ownPackage(scope, name);
  const tooMany = () => refuse('merchants_too_many', { most: MAX_MERCHANTS }, { as: 'too_large' });
  const text = (await boundedBody(upload, MAX_MERCHANT_BYTES, tooMany)).toString('utf8');
  const { rows, unknown } = readMerchants(text, (domain) => enricher().emailClass(domain));
  const hashes = rows.map(({ bankScheme, bank }) =>
    bank && bankScheme ? hashOfNumber(key, bankScheme, bank.bankCode, bank.number) : null,
  );
  return db.transaction(async (tx) => {
    const before = await tx
      .select({ hash: merchantTable.bankHash, name: merchantTable.name })
      .from(merchantTable)
      .where(
        and(
          eq(merchantTable.packageName, packageName),
          inArray(
            merchantTable.bankHash,
            hashes.filter((hash) => hash !== null),
          ),
        ),
      );
    const owners = ownersOf([
      ...before,
      ...rows.map((row, place) => ({ hash: hashes[place] ?? null, name: row.name })),
    ]);
    const [batch] = await tx
      .insert(merchantBatchTable)
      .values({ packageName, author: scope.userName, addedAt: now() })
      .returning();
    if (!batch) throw new Error('A file of merchants was not stored');
    const values = rows.map((row, place) => {
      const hash = hashes[place] ?? null;
      const isShared = hash !== null && (owners.get(hash.toString('hex'))?.size ?? 0) > 1;
      const reasons: MerchantReason[] = [...row.reasons, ...(isShared ? ['bank_shared' as const] : [])];
      return valuesOf(row, {
        packageName,
        batchId: batch.id,
        bankHash: hash,
        reasons,
        author: scope.userName,
        addedAt: now(),
      });
    });
    await tx.insert(merchantTable).values(values);
    const counts = countsOf(values.map(({ state }) => state));
    await audit(tx, scope, {
      action: accountToolsAudit.onboard,
      subject: `${values.length} merchants`,
      package: packageName,
      details: { batch: batch.id, ...counts },
    });
    return { batch: batch.id, ...counts, unknown_columns: unknown.slice(0, 50) };
  });
}

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

type Kept = Pick<Row, 'packageName' | 'batchId' | 'bankHash' | 'reasons' | 'author' | 'addedAt'>;

const valuesOf = ({ bank, reasons: _own, ...row }: MerchantRow, kept: Kept) => ({
  line: row.line,
  name: row.name,
  legalName: row.legal_name,
  country: row.country,
  email: row.email,
  phone: row.phone,
  website: row.website,
  bankScheme: row.bankScheme,
  bankMasked: bank ? maskedNumber(bank.number) : '',
  ...kept,
  state: stateOf(kept.reasons),
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
    if (!row) throw appError('not_found', { field: 'id' });
    ownPackage(scope, row.packageName);
    await tx.delete(merchantTable).where(eq(merchantTable.id, id));
    await audit(tx, scope, {
      action: accountToolsAudit.removeMerchant,
      subject: row.name,
      package: row.packageName,
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

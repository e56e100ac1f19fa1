import { createHmac } from 'node:crypto';
import { and, count, desc, eq, inArray, ne } from 'drizzle-orm';
import { accountToolsAudit } from '#domains/account-tools/contract/audit.ts';
import type { BankCheckView, BankReason, bankEndpoints } from '#domains/account-tools/contract/bank.ts';
import type { Out } from '#platform/contract/endpoint.ts';
import type { Scope } from '#platform/server/access/scope.ts';
import { audit } from '#platform/server/audit/audit.ts';
import { ownPackage } from '#traffic/money/server/price-store.ts';
import { bankForm, maskedNumber } from './bank-form.ts';
import { askBankService } from './bank-service.ts';
import { ownNumbered } from './own-numbered.ts';
import type { AccountToolParts } from './parts.ts';
import { bankCheckTable } from './tables.ts';

type Row = typeof bankCheckTable.$inferSelect;
type NewCheck = Out<(typeof bankEndpoints.check)['body']>;

/** Finds the same account again within an installation; nobody who has the table can try numbers without the key. */
export const hashOfNumber = (key: Buffer, scheme: string, bankCode: string, number: string): Buffer =>
  createHmac('sha256', key)
    .update(JSON.stringify([scheme, bankCode, number]))
    .digest();

/** The newest first. */
export async function listBankChecks(
  scope: Scope,
  { database: { db } }: AccountToolParts,
  { package_name, state, page, limit }: Out<(typeof bankEndpoints.list)['query']>,
): Promise<{ rows: BankCheckView[]; total: number }> {
  const where = and(
    eq(bankCheckTable.packageName, ownPackage(scope, package_name)),
    state ? eq(bankCheckTable.state, state) : undefined,
  );
  const [rows, [counted]] = await Promise.all([
    db
      .select()
      .from(bankCheckTable)
      .where(where)
      .orderBy(desc(bankCheckTable.id))
      .limit(limit)
      .offset((page - 1) * limit),
    db.select({ total: count() }).from(bankCheckTable).where(where),
  ]);
  const shared = await sharedOf(db, package_name, rows);
  return { rows: rows.map((row) => viewOf(row, shared)), total: counted?.total ?? 0 };
}

export async function checkBankAccount(scope: Scope, parts: AccountToolParts, body: NewCheck): Promise<BankCheckView> {
  const {
    database: { db },
    outbound,
    bankService,
    accountToolsKey,
    now,
  } = parts;
  const packageName = ownPackage(scope, body.package_name);
  const { scheme, holder, publisher } = body;
  const { number, bankCode, country, fits, reasons } = bankForm({
    scheme,
    number: body.number,
    bankCode: body.bank_code,
  });
  const numberHash = hashOfNumber(accountToolsKey, scheme, bankCode, number);
  const of =
    fits && bankService ? await askBankService(outbound, bankService, { scheme, number, bankCode, holder }) : undefined;
  const said: BankReason[] = of ? [of.reason] : fits ? ['form_only'] : [];
  return db.transaction(async (tx) => {
    const others = await tx
      .select({ publisher: bankCheckTable.publisher })
      .from(bankCheckTable)
      .where(
        and(
          eq(bankCheckTable.packageName, packageName),
          eq(bankCheckTable.numberHash, numberHash),
          ne(bankCheckTable.publisher, publisher),
        ),
      );
    const [row] = await tx
      .insert(bankCheckTable)
      .values({
        packageName,
        publisher,
        scheme,
        holder,
        masked: maskedNumber(number),
        numberHash,
        country,
        bankCode,
        state: of?.state ?? (fits ? 'format_ok' : 'invalid'),
        reasons: [...reasons, ...(others.length > 0 ? ['used_by_other' as const] : []), ...said],
        checker: of && bankService ? new URL(bankService.url).hostname : 'form',
        author: scope.userName,
        checkedAt: now(),
      })
      .returning();
    if (!row) throw new Error('A checked account was not stored');
    await audit(tx, scope, { action: accountToolsAudit.checkBank, ...auditOf(row) });
    return viewOf(row, await sharedOf(tx, packageName, [row]));
  });
}

export async function removeBankCheck(scope: Scope, { database: { db } }: AccountToolParts, id: number): Promise<void> {
  await db.transaction(async (tx) => {
    const [found] = await tx.select().from(bankCheckTable).where(eq(bankCheckTable.id, id)).for('update');
    const row = ownNumbered(scope, found);
    ownPackage(scope, row.packageName);
    await tx.delete(bankCheckTable).where(eq(bankCheckTable.id, id));
    await audit(tx, scope, { action: accountToolsAudit.removeBank, ...auditOf(row) });
  });
}

/** Neither the number nor its hash goes into the log. */
const auditOf = ({ id, packageName, publisher, holder, masked, state }: Row) => ({
  subject: publisher === '' ? holder : publisher,
  package: packageName,
  details: { id, masked, state },
});

type Db = Pick<AccountToolParts['database']['db'], 'selectDistinct'>;

/** Who else gave the same account, by its hash. */
async function sharedOf(
  db: Db,
  packageName: string,
  rows: readonly Row[],
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  if (rows.length === 0) return new Map();
  const same = await db
    .selectDistinct({ hash: bankCheckTable.numberHash, publisher: bankCheckTable.publisher })
    .from(bankCheckTable)
    .where(
      and(
        eq(bankCheckTable.packageName, packageName),
        inArray(
          bankCheckTable.numberHash,
          rows.map(({ numberHash }) => numberHash),
        ),
      ),
    );
  const byHash = new Map<string, Set<string>>();
  for (const { hash, publisher } of same) {
    const of = byHash.get(hash.toString('hex')) ?? new Set();
    byHash.set(hash.toString('hex'), of.add(publisher));
  }
  return byHash;
}

const viewOf = (row: Row, shared: ReadonlyMap<string, ReadonlySet<string>>): BankCheckView => ({
  id: row.id,
  scheme: row.scheme,
  publisher: row.publisher,
  holder: row.holder,
  masked: row.masked,
  country: row.country,
  bank_code: row.bankCode,
  state: row.state,
  reasons: row.reasons,
  also_of: [...(shared.get(row.numberHash.toString('hex')) ?? [])]
    .filter((name) => name !== row.publisher && name !== '')
    .sort(),
  checked_by: row.checker,
  author: row.author,
  checked_at: row.checkedAt.toISOString(),
});

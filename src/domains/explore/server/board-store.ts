import { and, asc, count, eq, isNotNull, isNull, lt, ne, or, sql } from 'drizzle-orm';
import { factOfMedian } from '#analytics/contract/explore-measures.ts';
import { boardAudit } from '#domains/explore/contract/audit.ts';
import {
  type BoardCard,
  type ListedBoard,
  MOST_BOARDS,
  MOST_CARDS,
  type OwnBoard,
} from '#domains/explore/contract/board-endpoints.ts';
import { EXPLORE_PAGES } from '#domains/explore/contract/explore-endpoints.ts';
import { namesOnly } from '#domains/views/contract/named-publishers.ts';
import { maySeePage, requireMay, requirePackage, requirePage, type Scope } from '#platform/server/access/scope.ts';
import { scopeOfPerson } from '#platform/server/access/sessions.ts';
import { appUser } from '#platform/server/access/tables.ts';
import { audit } from '#platform/server/audit/audit.ts';
import { appError } from '#platform/server/http/app-error.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';
import { isFactKey } from '#traffic/event/contract/keys.ts';
import { refuse } from './refuse.ts';
import { ownBoard } from './tables.ts';

/** What was deleted can be put back for a month. */
const KEPT_REMOVED = sql`now() - interval '30 days'`;

type Row = typeof ownBoard.$inferSelect;
type Tx = Parameters<Parameters<Database['db']['transaction']>[0]>[0];

/** Boards belong to people: a program with a token has none. */
function personOf(scope: Scope): number {
  requireMay(scope, 'event.read');
  if (scope.userId <= 0) throw appError('forbidden');
  return scope.userId;
}

const isAdministrator = ({ role }: Scope): boolean => role === 'admin';
const mayChange = (scope: Scope, row: Pick<Row, 'ownerId'>): boolean =>
  row.ownerId === scope.userId || isAdministrator(scope);

/** Own ones, and what is shared unless it names publishers who are not the caller's. */
function maySee(scope: Scope, row: Pick<Row, 'ownerId' | 'shared' | 'cards'>): boolean {
  if (mayChange(scope, row)) return true;
  return row.shared && canBeTold(scope, row.cards);
}

/**
 * Whoever sees some publishers is told of no others: neither by name nor by one of their sites.
 */
const canBeTold = ({ publishers }: Scope, cards: readonly BoardCard[]): boolean =>
  publishers === 'all' || cards.every(({ asked }) => namesOnly({ path: '', asked }, publishers) && !namesParts(asked));

const namesParts = (asked: BoardCard['asked']): boolean =>
  asked.some(
    ({ name, value }) =>
      name === 'sub_publisher' ||
      (name === 'not' && value.startsWith('sub_publisher:')) ||
      (name === 'query' && value.includes('"sub_publisher"')),
  );

/** Whether a card asks what no publisher may: facts, or a condition. */
const asksFacts = (cards: readonly BoardCard[]): boolean =>
  cards.some(({ asked }) =>
    asked.some(
      ({ name, value }) =>
        name === 'query' ||
        isFactKey(name) ||
        value.split(',').some((part) => isFactKey(part) || factOfMedian(part) !== undefined),
    ),
  );

/** Everything an administrator may give to somebody else; of others what they own or is shared. */
export async function listBoards(scope: Scope, { db }: Database, packageName: string): Promise<ListedBoard[]> {
  const own = eq(ownBoard.ownerId, personOf(scope));
  const rows = await db
    .select({ board: ownBoard, owner: appUser.name })
    .from(ownBoard)
    .innerJoin(appUser, eq(appUser.id, ownBoard.ownerId))
    .where(
      and(
        eq(ownBoard.packageName, requirePackage(scope, packageName)),
        isNull(ownBoard.removedAt),
        isAdministrator(scope) ? undefined : or(own, eq(ownBoard.shared, true)),
      ),
    )
    .orderBy(asc(sql`lower(${ownBoard.name})`), asc(ownBoard.id));
  return rows
    .filter(({ board }) => maySee(scope, board))
    .map(({ board, owner }) => ({ ...boardOf(scope, board, owner), cards: board.cards.length }));
}

/** @throws not_found for what is deleted, not shared, of a foreign package, or names foreign publishers */
export async function readBoard(scope: Scope, { db }: Database, id: number): Promise<OwnBoard> {
  personOf(scope);
  const [found] = await db
    .select({ board: ownBoard, owner: appUser.name })
    .from(ownBoard)
    .innerJoin(appUser, eq(appUser.id, ownBoard.ownerId))
    .where(and(eq(ownBoard.id, id), isNull(ownBoard.removedAt)));
  if (!found || !hasPackage(scope, found.board) || !maySee(scope, found.board)) throw gone();
  requirePage(scope, found.board.packageName, EXPLORE_PAGES);
  return boardOf(scope, found.board, found.owner);
}

const gone = () => refuse('board_gone', {}, { as: 'not_found', field: 'id' });
const hasPackage = ({ packages }: Scope, { packageName }: Pick<Row, 'packageName'>): boolean =>
  packages === 'all' || packages.has(packageName);

export async function makeBoard(
  scope: Scope,
  { db }: Database,
  { package_name, name, cards }: { package_name: string; name: string; cards: BoardCard[] },
): Promise<OwnBoard> {
  const ownerId = personOf(scope);
  const packageName = requirePackage(scope, package_name);
  requireFewCards(cards);
  return await db.transaction(async (tx) => {
    if (await hasFull(tx, ownerId, packageName)) throw refuse('board_limit', { most: MOST_BOARDS });
    const wanted = { packageName, ownerId, name, cards };
    if (await isTaken(tx, { ...wanted, id: 0 })) throw refuse('board_name_taken', {}, { field: 'name' });
    const [row] = await tx.insert(ownBoard).values(wanted).returning();
    if (!row) throw new Error('A board was not stored');
    await audit(tx, scope, { action: boardAudit.save, ...auditOf(row) });
    return boardOf(scope, row, scope.userName);
  });
}

interface BoardChange {
  version: number;
  name?: string | undefined;
  shared?: boolean | undefined;
  cards?: BoardCard[] | undefined;
}

/** Only what is named is changed. @throws conflict when somebody else changed it since `version` was read */
export function changeBoard(
  scope: Scope,
  database: Database,
  id: number,
  { version, ...wanted }: BoardChange,
): Promise<OwnBoard> {
  requireFewCards(wanted.cards ?? []);
  return withOwn(scope, database, id, async (tx, row) => {
    if (row.removedAt) throw gone();
    if (row.version !== version) throw refuse('board_changed', {}, { as: 'conflict', field: 'version' });
    const { name = row.name, shared = row.shared, cards = row.cards } = wanted;
    const changed = { ...row, name, shared, cards };
    if (await isTaken(tx, changed)) throw refuse('board_name_taken', {}, { field: 'name' });
    return await store(scope, tx, changed, boardAudit.change);
  });
}

/** Doing it twice does it once. */
export function keepBoard(scope: Scope, database: Database, id: number, kept: boolean): Promise<OwnBoard> {
  return withOwn(scope, database, id, async (tx, row) => {
    if (kept === (row.removedAt === null)) return row;
    if (kept && (await hasFull(tx, row.ownerId, row.packageName))) throw refuse('board_limit', { most: MOST_BOARDS });
    if (kept && (await isTaken(tx, row))) throw refuse('board_name_taken', {}, { field: 'name' });
    await tx.delete(ownBoard).where(and(isNotNull(ownBoard.removedAt), lt(ownBoard.removedAt, KEPT_REMOVED)));
    const removedAt = kept ? null : new Date();
    return await store(scope, tx, { ...row, removedAt }, kept ? boardAudit.save : boardAudit.remove);
  });
}

/** To somebody who sees the package and every publisher it names; which of that is missing is told to nobody. */
export async function handOverBoard(
  scope: Scope,
  database: Database,
  id: number,
  email: string,
): Promise<{ owner: string }> {
  let owner = '';
  await withOwn(scope, database, id, async (tx, row) => {
    if (row.removedAt) throw gone();
    const taker = await takerOf(database, row, email);
    if (!taker) throw refuse('board_no_taker', {}, { field: 'email' });
    owner = taker.userName;
    const handed = { ...row, ownerId: taker.userId };
    if (handed.ownerId === row.ownerId) return row;
    const full = await hasFull(tx, handed.ownerId, row.packageName);
    if (full) throw refuse('board_taker_full', { most: MOST_BOARDS }, { field: 'email' });
    if (await isTaken(tx, handed)) throw refuse('board_taker_name', {}, { field: 'email' });
    return await store(scope, tx, handed, boardAudit.handOver, { from: row.ownerId, to: handed.ownerId });
  });
  return { owner };
}

async function takerOf(database: Database, row: Row, email: string): Promise<Scope | null> {
  const [person] = await database.db
    .select({ id: appUser.id })
    .from(appUser)
    .where(and(sql`lower(${appUser.email}) = lower(${email})`, isNotNull(appUser.verifiedAt)));
  const scope = person ? await scopeOfPerson(database, person.id) : null;
  if (!scope || !hasPackage(scope, row) || !canBeTold(scope, row.cards)) return null;
  if (scope.role === 'publisher' && asksFacts(row.cards)) return null;
  return maySeePage(scope, row.packageName, EXPLORE_PAGES) ? scope : null;
}

/** Works on a board the caller may change, which nobody else changes meanwhile. */
function withOwn(
  scope: Scope,
  { db }: Database,
  id: number,
  work: (tx: Tx, row: Row) => Promise<Row>,
): Promise<OwnBoard> {
  personOf(scope);
  return db.transaction(async (tx) => {
    const [row] = await tx.select().from(ownBoard).where(eq(ownBoard.id, id)).for('update');
    if (!row || !hasPackage(scope, row) || !maySee(scope, row)) throw gone();
    requirePage(scope, row.packageName, EXPLORE_PAGES);
    if (!mayChange(scope, row)) throw refuse('board_not_own', {}, { as: 'forbidden' });
    const changed = await work(tx, row);
    const [owner] = await tx.select({ name: appUser.name }).from(appUser).where(eq(appUser.id, changed.ownerId));
    return boardOf(scope, changed, owner?.name ?? '');
  });
}

type BoardAction = (typeof boardAudit)[keyof typeof boardAudit];

async function store(scope: Scope, tx: Tx, row: Row, action: BoardAction, details: object = {}): Promise<Row> {
  const { name, shared, cards, ownerId, removedAt, version } = row;
  const [stored] = await tx
    .update(ownBoard)
    .set({ name, shared, cards, ownerId, removedAt, version: version + 1, updatedAt: sql`now()` })
    .where(eq(ownBoard.id, row.id))
    .returning();
  if (!stored) throw new Error('A board was not stored');
  const entry = auditOf(stored);
  await audit(tx, scope, { action, ...entry, details: { ...entry.details, ...details } });
  return stored;
}

function requireFewCards(cards: readonly BoardCard[]): void {
  if (cards.length > MOST_CARDS) throw refuse('board_cards', { most: MOST_CARDS }, { field: 'cards' });
}

/** One after the other: of two who make or name a board at once the second waits here, and is told. */
const oneAtATime = (tx: Tx, ownerId: number) =>
  tx.select({ id: appUser.id }).from(appUser).where(eq(appUser.id, ownerId)).for('update');

async function hasFull(tx: Tx, ownerId: number, packageName: string): Promise<boolean> {
  await oneAtATime(tx, ownerId);
  const [known] = await tx
    .select({ n: count() })
    .from(ownBoard)
    .where(and(eq(ownBoard.ownerId, ownerId), eq(ownBoard.packageName, packageName), isNull(ownBoard.removedAt)));
  return (known?.n ?? 0) >= MOST_BOARDS;
}

async function isTaken(
  tx: Tx,
  { id, ownerId, packageName, name }: Pick<Row, 'id' | 'ownerId' | 'packageName' | 'name'>,
): Promise<boolean> {
  await oneAtATime(tx, ownerId);
  const [taken] = await tx
    .select({ id: ownBoard.id })
    .from(ownBoard)
    .where(
      and(
        eq(ownBoard.ownerId, ownerId),
        eq(ownBoard.packageName, packageName),
        sql`lower(${ownBoard.name}) = lower(${name})`,
        isNull(ownBoard.removedAt),
        ne(ownBoard.id, id),
      ),
    );
  return taken !== undefined;
}

/** Filters may name people: the log says how many cards were kept, not which. */
const auditOf = ({ id, name, packageName, shared, cards }: Row) => ({
  subject: name,
  package: packageName,
  details: { id, shared, cards: cards.length },
});

function boardOf(scope: Scope, row: Row, owner: string): OwnBoard {
  const { id, packageName, ownerId, name, shared, cards, version, createdAt, updatedAt } = row;
  return {
    id,
    package_name: packageName,
    name,
    owner,
    own: ownerId === scope.userId,
    shared,
    cards,
    version,
    created_at: createdAt.toISOString(),
    updated_at: updatedAt.toISOString(),
  };
}

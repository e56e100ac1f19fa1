import { createHash, randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { isLocale, type Locale } from '#platform/contract/locales.ts';
import type { PackageInfo } from '#platform/contract/package-info.ts';
import { scopeOfToken } from '#platform/server/access/api-tokens.ts';
import type { Scope } from '#platform/server/access/scope.ts';
import { scopeOfPerson } from '#platform/server/access/sessions.ts';
import { appUser } from '#platform/server/access/tables.ts';
import { type Files, FilesUnavailable } from '#platform/server/files/files.ts';
import { AppError } from '#platform/server/http/app-error.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';
import { type ArchiveDeps, archivePieces } from './archive-pieces.ts';
import { archiveOf } from './evidence-files.ts';
import { beginEvidence, claimMarks, failEvidence, findEvidence, finishEvidence, showEvents } from './evidence-store.ts';
import { pricingOf } from './pricing.ts';
import { refuse } from './refuse.ts';
import type { EvidenceRow } from './tables.ts';

export interface MakeDeps extends ArchiveDeps {
  files: Files;
  packageInfo: (scope: Scope, name: string) => Promise<PackageInfo>;
}

/** Begun once and twice more: what cannot be made in three tries has visibly failed. */
const MOST_TRIES = 3;
const SHOWN_EVERY_MS = 1000;

/**
 * Makes the archive that was asked for, with the rights its author has now. It is ready, with its claims, in one step
 * after its bytes are stored whole; what a kill leaves is begun anew under another mark.
 */
export async function makeEvidence(deps: MakeDeps, id: number, signal: AbortSignal): Promise<void> {
  const { database, now } = deps;
  const row = await beginEvidence(database, id, randomUUID());
  if (!row) return;
  if (row.tries > MOST_TRIES) return failEvidence(database, id, saidBy(refuse('evidence_broke_off')), now());
  try {
    await make(deps, row, signal);
  } catch (error) {
    const refused = error instanceof AppError && error.status < 500;
    if (!refused && (signal.aborted || row.tries < MOST_TRIES)) throw error;
    await failEvidence(database, id, saidBy(error), now());
    if (!refused) throw error;
  }
}

async function make(deps: MakeDeps, row: EvidenceRow, signal: AbortSignal): Promise<void> {
  const { database, files, now } = deps;
  const scope = await scopeOfAuthor(database, row.authorId, now());
  if (!scope) throw refuse('evidence_author_gone');
  // Whether its author may still ask for it.
  await findEvidence(scope, database, row.id);
  const info = await deps.packageInfo(scope, row.packageName);
  const marks = await claimMarks(scope, database, row.packageName, row, row.id);
  const pricing = await pricingOf(deps, info, row);
  const whole = { hash: createHash('sha256'), size: 0 };
  const archive = await archivePieces(scope, deps, {
    row,
    info,
    marks,
    pricing,
    signal,
    locale: await languageOf(database, row.authorId),
    onEvents: shown(database, row.id),
  });
  try {
    await files.write(archiveOf(row.id), measured(archive.pieces, whole), signal);
  } finally {
    await archive.drop();
  }
  const made = { ...archive.made(), sha256: whole.hash.digest('hex'), size: whole.size };
  const result = await finishEvidence(scope, database, { row, made, marks, now: now() });
  if (result === 'claimed_meanwhile') throw new Error('Another evidence file was ready first');
  if (result === 'gone') await files.remove(archiveOf(row.id));
}

async function* measured(pieces: AsyncIterable<Buffer>, whole: { hash: ReturnType<typeof createHash>; size: number }) {
  for await (const piece of pieces) {
    whole.hash.update(piece);
    whole.size += piece.length;
    yield piece;
  }
}

function shown(database: Database, id: number): (events: number) => void {
  let at = performance.now();
  return (events) => {
    if (performance.now() - at < SHOWN_EVERY_MS) return;
    at = performance.now();
    void showEvents(database, id, events).catch(() => {});
  };
}

/** Of whoever asked: that of the mails to them. */
async function languageOf({ db }: Database, id: number): Promise<Locale> {
  const [person] = await db.select({ language: appUser.language }).from(appUser).where(eq(appUser.id, id));
  return isLocale(person?.language) ? person.language : 'en';
}

const scopeOfAuthor = (database: Database, id: number, now: Date): Promise<Scope | null> =>
  id < 0 ? scopeOfToken(database, -id, now) : scopeOfPerson(database, id);

/** A refusal in its words; of anything else nobody but the log is told the words. */
function saidBy(error: unknown) {
  const usual = error instanceof FilesUnavailable ? refuse('evidence_storage_away') : refuse('evidence_went_wrong');
  const said = error instanceof AppError ? error : usual;
  return { text: said.message, told: said.told ?? null };
}

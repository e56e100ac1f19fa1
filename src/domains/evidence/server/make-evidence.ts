import { createHash, randomUUID } from 'node:crypto';
import type { PackageInfo } from '#platform/contract/package-info.ts';
import type { Scope } from '#platform/server/access/scope.ts';
import type { Files } from '#platform/server/files/files.ts';
import { languageOfAuthor, madeInTries, scopeOfAuthor } from '#platform/server/jobs/made-in-tries.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';
import { type ArchiveDeps, archivePieces } from './archive-pieces.ts';
import { archiveOf } from './evidence-files.ts';
import { beginEvidence, claimMarks, failEvidence, findEvidence, finishEvidence, showCounts } from './evidence-store.ts';
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
export const makeEvidence = (deps: MakeDeps, id: number, signal: AbortSignal): Promise<void> =>
  madeInTries({
    begin: () => beginEvidence(deps.database, id, randomUUID()),
    make: (row) => make(deps, row, signal),
    fail: (said) => failEvidence(deps.database, id, said, deps.now()),
    most: MOST_TRIES,
    signal,
    refusals: {
      brokeOff: () => refuse('evidence_broke_off'),
      filesAway: () => refuse('evidence_storage_away'),
      wentWrong: () => refuse('evidence_went_wrong'),
    },
  });

async function make(deps: MakeDeps, row: EvidenceRow, signal: AbortSignal): Promise<void> {
  const { database, files, now } = deps;
  const scope = await scopeOfAuthor(database, row.authorId, now());
  if (!scope) throw refuse('evidence_author_gone');
  // Whether its author may still ask for it.
  await findEvidence(scope, database, row.id);
  const info = await deps.packageInfo(scope, row.packageName);
  const marks = await claimMarks(scope, database, row.packageName, row, row.id);
  const pricing = await pricingOf(scope, deps, info, row);
  const whole = { hash: createHash('sha256'), size: 0 };
  const archive = await archivePieces(scope, deps, {
    row,
    info,
    marks,
    pricing,
    signal,
    locale: await languageOfAuthor(database, row.authorId),
    onEvents: shown(database, row.id),
  });
  try {
    await files.write(archiveOf(row.id), measured(archive.pieces, whole), signal);
  } catch (error) {
    const counted = archive.counted();
    if (counted) await showCounts(database, row.id, counted);
    throw error;
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
    void showCounts(database, id, { events }).catch(() => {});
  };
}

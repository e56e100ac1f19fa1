import { requireMay, requirePackage, type Scope } from '#platform/server/access/scope.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';
import { SENDER_FAULTS } from '#traffic/collector/contract/ingest.ts';
import type { SenderFaultView } from '#traffic/collector/contract/live-endpoints.ts';

const MINUTE_MS = 60_000;
/** A tag that is loaded sends within seconds of consent; a reader needs some to decide. */
const SILENT_MS = 10 * MINUTE_MS;
/** A key that was in use and brings nothing for so long. */
const QUIET_MS = 24 * 60 * MINUTE_MS;
const SHOWN = 100;

interface NoteRow {
  key_id: number;
  key_name: string;
  note: string;
  detail: string;
  n: string;
  last_at: Date;
  revoked: boolean;
  sent_at: Date | null;
}

/**
 * What whoever set up a sender should know: what was refused, and what is missing. A tag that is loaded while no event
 * comes waits for a consent that nobody gives, or has another key in it.
 */
export async function senderFaults(
  scope: Scope,
  { pool }: Pick<Database, 'pool'>,
  packageName: string,
  now: Date,
): Promise<SenderFaultView[]> {
  requireMay(scope, 'import.read');
  const { rows } = await pool.query<NoteRow>(
    `SELECT k.id AS key_id, k.name AS key_name, s.note, s.detail, s.n, s.last_at, k.revoked_at IS NOT NULL AS revoked,
       max(s.last_at) FILTER (WHERE s.note = 'sent') OVER (PARTITION BY k.id) AS sent_at
     FROM write_key AS k JOIN sender_note AS s ON s.key_id = k.id
     WHERE k.package_name = $1 ORDER BY s.last_at DESC, k.id, s.note, s.detail`,
    [requirePackage(scope, packageName)],
  );
  return rows
    .flatMap((row) => {
      const fault = faultOf(row, now);
      const { key_id, key_name, detail, n, last_at } = row;
      if (!fault) return [];
      return [
        {
          key_id,
          key_name,
          fault,
          detail: fault === 'quiet' ? '' : detail,
          n: Number(n),
          last_at: last_at.toISOString(),
        },
      ];
    })
    .slice(0, SHOWN);
}

function faultOf({ note, last_at, sent_at, revoked }: NoteRow, now: Date): SenderFaultView['fault'] | undefined {
  const ago = now.getTime() - last_at.getTime();
  if (note === 'sent')
    return !revoked && last_at.getTime() === sent_at?.getTime() && ago > QUIET_MS ? 'quiet' : undefined;
  if (note !== 'tag_loaded') return SENDER_FAULTS.find((fault) => fault === note);
  const heard = sent_at !== null && sent_at.getTime() > last_at.getTime() - SILENT_MS;
  return revoked || heard || ago > QUIET_MS ? undefined : 'silent';
}

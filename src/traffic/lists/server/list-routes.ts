import { ok } from '#platform/contract/envelopes.ts';
import { audit } from '#platform/server/audit/audit.ts';
import type { Files } from '#platform/server/files/files.ts';
import { implement, type Route } from '#platform/server/http/implement.ts';
import { type Outbound, OutboundRefused } from '#platform/server/http/outbound.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';
import { listAudit } from '#traffic/lists/contract/audit.ts';
import { LIST_KINDS, type ListChange, type ListKind } from '#traffic/lists/contract/lists.ts';
import { lists } from '#traffic/lists/contract/lists-endpoints.ts';
import { listVersions, MAX_LIST_BYTES, rollBackList, saveList } from './operator-lists.ts';
import { refuse } from './refuse.ts';

export interface ListDeps {
  database: Database;
  files: Files;
  outbound: Outbound;
  /** New imports see the lists as they are now; events judged before keep their facts. */
  reopenLists: () => Promise<void>;
}

const isKind = (kind: string): kind is ListKind => Object.hasOwn(LIST_KINDS, kind);

export const listRoutes = ({ database, files, outbound, reopenLists }: ListDeps): Route[] =>
  implement(lists)({
    loaded: async () => ok((await listVersions(files)).map((list) => ({ ...list, versions: versionsOf(list) }))),
    load: async ({ scope, body: { kind, url, ...named } }) => {
      if (!isKind(kind)) throw refuse('list_kind');
      const text = await fetchList(outbound, url);
      const change = await saveList(files, { ...named, kind, text, source: url });
      await reopenLists();
      const { version, added, removed } = change;
      await audit(database.db, scope, {
        action: listAudit.load,
        subject: named.id,
        details: { url, version, added, removed },
      });
      return ok(answerOf(change));
    },
    rollBack: async ({ scope, body: { id, version } }) => {
      const change = await rollBackList(files, id, version);
      await reopenLists();
      await audit(database.db, scope, { action: listAudit.load, subject: id, details: { back_to_version: version } });
      return ok(answerOf(change));
    },
  });

const answerOf = ({ list, addedSample, removedSample, rejects, ...change }: ListChange) => ({
  ...change,
  id: list.id,
  entries: list.entries,
  addedSample: [...addedSample],
  removedSample: [...removedSample],
  rejects: [...rejects],
});

const versionsOf = ({ versions }: Awaited<ReturnType<typeof listVersions>>[number]) =>
  versions.map(({ diff, ...version }) => ({
    ...version,
    diff: { ...diff, addedSample: [...diff.addedSample], removedSample: [...diff.removedSample] },
  }));

/** Text behind an address, through the one guarded way out. Errors: `refused` with what went wrong. */
export async function fetchList(outbound: Outbound, url: string): Promise<string> {
  const answer = await outbound.getText(url, MAX_LIST_BYTES).catch((error: unknown) => {
    throw error instanceof OutboundRefused
      ? refuse('list_address', { url, most: MAX_LIST_BYTES / 1024 / 1024 })
      : refuse('list_unreachable', { url });
  });
  if (answer.status !== 200) throw refuse('list_status', { url, status: answer.status });
  return answer.body;
}

import { evidenceEndpoints } from '#domains/evidence/contract/evidence-endpoints.ts';
import { ok, paged } from '#platform/contract/envelopes.ts';
import { implement, type Route } from '#platform/server/http/implement.ts';
import type { Jobs } from '#platform/server/jobs/jobs.ts';
import { archiveAnswer } from './evidence-book.ts';
import { archiveOf } from './evidence-files.ts';
import { evidenceJob } from './evidence-jobs.ts';
import {
  addEvidence,
  findEvidence,
  listEvidence,
  recordDownload,
  recordOf,
  removeEvidence,
  subjectOf,
} from './evidence-store.ts';
import type { MakeDeps } from './make-evidence.ts';
import { previewEvidence } from './preview.ts';
import { pricingOf } from './pricing.ts';

export type EvidenceParts = MakeDeps & { jobs: Jobs };

const CREATED = 'Created successfully !';
const DELETED = 'Deleted  successfully !';

export const evidenceRoutes = (parts: EvidenceParts): Route[] =>
  implement(evidenceEndpoints)({
    list: async ({ scope, query }) => {
      await parts.packageInfo(scope, query.package_name);
      return paged(await listEvidence(scope, parts.database, query), query.limit);
    },
    preview: async ({ scope, query }) => {
      const info = await parts.packageInfo(scope, query.package_name);
      return ok(await previewEvidence(scope, parts, info, subjectOf(info, query)));
    },
    key: async () => ok({ fingerprint: parts.signer.fingerprint, public_key: parts.signer.publicKey }),
    make: async ({ scope, body: { masked, ...asked } }) => {
      const info = await parts.packageInfo(scope, asked.package_name);
      const subject = subjectOf(info, asked);
      // A payout report that is not the publisher's is an answer now, not a file that fails.
      if (subject.settlementId !== null) await pricingOf(scope, parts, info, subject);
      const row = await addEvidence(scope, parts.database, info, { subject, masked, now: parts.now() });
      // A queue out of reach loses nothing: what is written down is looked for at every start, and by the clock.
      await parts.jobs.enqueue(evidenceJob, { id: row.id }).catch(() => null);
      return ok(recordOf(row), CREATED);
    },
    one: async ({ scope, params: { id } }) => ok(recordOf(await findEvidence(scope, parts.database, id))),
    download: async ({ scope, params: { id } }) => {
      const row = await findEvidence(scope, parts.database, id);
      const isErased = row.erasedAt !== null;
      const archive = await archiveAnswer(parts.files, { id, fileName: row.fileName, isErased });
      await recordDownload(scope, parts.database, row);
      return archive;
    },
    remove: async ({ scope, params: { id } }) => {
      const row = await removeEvidence(scope, parts.database, id);
      await parts.files.remove(archiveOf(id));
      return ok(recordOf(row), DELETED);
    },
  });

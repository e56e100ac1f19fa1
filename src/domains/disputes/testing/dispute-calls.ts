import { jobsOf } from '#app/server/start-jobs.ts';
import { decideAllJob } from '#traffic/explorer/server/decisions/decision-jobs.ts';
import { runJob } from '../../../../test/support/run-job.ts';
import type { useEvidence } from '../../evidence/testing/use-evidence.ts';
import { BASE, PKG } from '../../settlements/testing/use-settled.ts';
import type { DisputeView } from '../contract/dispute.ts';

export const tokenOf = (link: string): string => link.split('token=')[1] ?? '';

/** Calls about claims, by a login and by a link. */
export function disputeCalls({ app, get, send }: Pick<ReturnType<typeof useEvidence>, 'app' | 'get' | 'send'>) {
  const open = async (evidence_id: number, more = {}) =>
    send('POST', '/disputes', { package_name: PKG, evidence_id, ...more });
  const one = async (id: number, who = 'owner'): Promise<DisputeView> => (await get(`/disputes/${id}`, who)).body.data;
  const byLink = (path: string, body: object) => app.call('POST', `${BASE}/dispute_link${path}`, { body });
  const attach = (url: string, name: string, content: Buffer, headers: Record<string, string>) =>
    app.call('PUT', `${BASE}${url}&file_name=${name}`, {
      body: content,
      headers: { 'content-type': 'application/octet-stream', ...headers },
    });

  const worked = async (): Promise<void> => {
    const { rows } = await app.context.database.db.execute<{ id: string }>(
      "SELECT id FROM decision_batch WHERE state = 'marking'",
    );
    for (const { id } of rows)
      await runJob(app.context.database, jobsOf(app.context), decideAllJob, { id: Number(id) });
  };
  return { open, one, byLink, attach, worked };
}

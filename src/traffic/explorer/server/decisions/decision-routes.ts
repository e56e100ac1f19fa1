import { ok } from '#platform/contract/envelopes.ts';
import { implement, type Route } from '#platform/server/http/implement.ts';
import type { Enqueue } from '#platform/server/jobs/job.ts';
import type { Stores } from '#platform/server/stores.ts';
import { type Batch, decisionEndpoints } from '#traffic/explorer/contract/decision-endpoints.ts';
import { asked, type QuestionSources } from '../event-question.ts';
import { batchesOf, confirmBatch, undoBatch } from './batches.ts';
import { decideAllJob } from './decision-jobs.ts';
import { previewDecision } from './preview-decision.ts';

export interface DecisionSources extends Stores, QuestionSources {
  jobs: { enqueue: Enqueue };
}

export const decisionRoutes = (sources: DecisionSources): Route[] => {
  const { database, jobs } = sources;
  const work = async (batch: Batch): Promise<Batch> => {
    if (batch.state === 'marking' || batch.state === 'undoing') await jobs.enqueue(decideAllJob, { id: batch.id });
    return batch;
  };
  return implement(decisionEndpoints)({
    batches: async ({ scope, query }) => ({ data: await batchesOf(scope, database, query.package_name) }),
    preview: async ({ scope, query, body: { decision, row_ids: rowIds }, signal }) => {
      const question = await asked(scope, sources, query, signal);
      return ok(await previewDecision(scope, sources, { ...question, decision, rowIds }));
    },
    confirm: async ({ scope, params, body: { package_name, reason } }) =>
      ok(await work(await confirmBatch(scope, database, { package: package_name, id: params.id, reason }))),
    undo: async ({ scope, params, body }) =>
      ok(await work(await undoBatch(scope, database, { package: body.package_name, id: params.id }))),
  });
};

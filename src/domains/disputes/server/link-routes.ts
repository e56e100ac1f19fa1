import { disputeLinkEndpoints, TOKEN_HEADER } from '#domains/disputes/contract/link-endpoints.ts';
import { ok } from '#platform/contract/envelopes.ts';
import { implement, type Route } from '#platform/server/http/implement.ts';
import { byAddress, type RateRule } from '#platform/server/http/rate-limit.ts';
import { answerLines } from './answer.ts';
import type { Answerer, DisputeParts } from './dispute-parts.ts';
import { viewOf } from './dispute-view.ts';
import { archiveFor, attachFile, fileOf } from './files.ts';
import { disputeOfLink } from './link.ts';

const UPDATED = 'Updated successfully !';
const MINUTES = 60;

/** Guessing 256 bits is hopeless; this keeps it from being dear as well. An office behind one address gets through. */
export const DISPUTE_LIMITS: readonly RateRule[] = [
  { endpoint: disputeLinkEndpoints.read, name: 'claim link network', max: 120, seconds: 5 * MINUTES, by: byAddress },
  { endpoint: disputeLinkEndpoints.answer, name: 'claim answer network', max: 60, seconds: 5 * MINUTES, by: byAddress },
  { endpoint: disputeLinkEndpoints.attach, name: 'claim upload network', max: 60, seconds: 5 * MINUTES, by: byAddress },
  { endpoint: disputeLinkEndpoints.file, name: 'claim file network', max: 60, seconds: 5 * MINUTES, by: byAddress },
  {
    endpoint: disputeLinkEndpoints.archive,
    name: 'claim archive network',
    max: 20,
    seconds: 5 * MINUTES,
    by: byAddress,
  },
];

/** Nobody of ours: what they call themselves is all that is known. */
const byLink = (name: string): Answerer => ({
  name,
  way: 'link',
  actor: { userId: 0, userName: name, roleName: 'publisher', viewer: null },
});

export const disputeLinkRoutes = (parts: DisputeParts): Route[] => {
  const found = (token: string) => disputeOfLink(parts.database.db, token, parts.now());
  const view = (id: number) => viewOf(parts, id, 'is_claimed_from');
  return implement(disputeLinkEndpoints)({
    read: async ({ body: { token } }) => ok(await view((await found(token)).id)),
    answer: async ({ body: { token, name, answers } }) => {
      const { id } = await found(token);
      await answerLines(parts, id, byLink(name), answers);
      return ok(await view(id), UPDATED);
    },
    attach: async ({ query: { line, name, file_name: fileName }, upload, request }) => {
      const { id } = await found(String(request.headers[TOKEN_HEADER] ?? ''));
      const file = { line, fileName, body: upload, declaredBytes: request.contentLength };
      await attachFile(parts, id, byLink(name), file);
      return ok(await view(id), UPDATED);
    },
    file: async ({ body: { token, file } }) => fileOf(parts, await found(token), file),
    archive: async ({ body: { token } }) => archiveFor(parts, await found(token), byLink('')),
  });
};

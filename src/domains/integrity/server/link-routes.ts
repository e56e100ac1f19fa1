import type { z } from 'zod';
import { integrityAudit } from '#domains/integrity/contract/audit.ts';
import type { IntegrityKind } from '#domains/integrity/contract/kinds.ts';
import { type LinkMade, type linkBody, linkEndpoints } from '#domains/integrity/contract/link-endpoints.ts';
import { ok } from '#platform/contract/envelopes.ts';
import { requireMay, requirePackage, type Scope } from '#platform/server/access/scope.ts';
import { audit } from '#platform/server/audit/audit.ts';
import { implement, type Route } from '#platform/server/http/implement.ts';
import { keysOf, rotateKey, signingKey } from './key-store.ts';
import type { IntegrityParts } from './parts.ts';
import { refuse } from './refuse.ts';
import { SAMPLES } from './samples.ts';
import { linkSecret, signedLink } from './sign-link.ts';
import { testLink } from './test-link.ts';

const DAY_SECONDS = 86_400;
const PATHS: Readonly<Record<IntegrityKind, string>> = { click: '/t/c/', impression: '/t/i/' };

export function linkRoutes(parts: IntegrityParts): Route[] {
  return implement(linkEndpoints)({
    test: async ({ scope, params, body }) => ok(await testLink(scope, parts, params.kind, body)),
    url: async ({ scope, params, body }) =>
      ok(await makeLink(scope, parts, params.kind, body), 'Created successfully !'),
    choices: async ({ scope, query }) => {
      const { package_name: name } = query;
      const [campaigns, publishers, keys] = await Promise.all([
        parts.trackedCampaigns(scope, name),
        parts.trackedPublishers(scope, name),
        keysOf(parts.database.db, requirePackage(scope, name), parts.now()),
      ]);
      return ok({
        campaigns: campaigns.map(({ id, name: called, signedOnly }) => ({ id, name: called, signed_only: signedOnly })),
        publishers: publishers.map(({ id, name: called }) => ({ id, name: called })),
        keys: keys.map(({ keyId, perPublisher, madeAt, endsAt }) => ({
          key_id: keyId,
          per_publisher: perPublisher,
          made_at: madeAt.toISOString(),
          ends_at: endsAt?.toISOString() ?? null,
        })),
      });
    },
    rotate: async ({ scope, body }) =>
      ok({ key_id: await rotateKey(scope, parts, body.package_name) }, 'Updated successfully !'),
  });
}

/** A static link holds for months; for links that hold once the publisher's server gets the key, and code that signs. */
async function makeLink(
  scope: Scope,
  parts: IntegrityParts,
  kind: IntegrityKind,
  body: z.infer<typeof linkBody>,
): Promise<LinkMade> {
  requireMay(scope, 'tracking.write');
  const packageName = requirePackage(scope, body.package_name);
  const campaign = (await parts.trackedCampaigns(scope, packageName)).find(({ id }) => id === body.campaign_id);
  if (!campaign) throw refuse('no_such_campaign', {}, { field: 'campaign_id' });
  const publisher = (await parts.trackedPublishers(scope, packageName)).find(({ id }) => id === body.publisher_id);
  if (!publisher) throw refuse('no_such_linked', {}, { field: 'publisher_id' });
  const key = await parts.database.db.transaction(async (tx) => {
    const signs = await signingKey(scope, tx, packageName, parts.now());
    const details = { kind, mode: body.mode, publisher: publisher.name, key: signs.keyId };
    await audit(tx, scope, { action: integrityAudit.makeLink, subject: campaign.name, package: packageName, details });
    return signs;
  });
  const { keyId } = key;
  const secret = linkSecret(parts.linkMaster, key, publisher.key);
  const [base, path] = [parts.publicUrl(), `${PATHS[kind]}${campaign.key}`];
  const expires = Math.floor(parts.now().getTime() / 1000) + body.days * DAY_SECONDS;
  const url = signedLink(base, path, [['p', publisher.key]], { secret, keyId, expires });
  const isOnce = body.mode === 'per_click';
  return {
    url,
    mode: body.mode,
    expires_at: new Date(expires * 1000).toISOString(),
    key_id: keyId,
    secret: isOnce ? secret : null,
    pixel: kind === 'impression' ? `<img src="${url.replaceAll('&', '&amp;')}" width="1" height="1" alt="">` : null,
    samples: isOnce
      ? Object.entries(SAMPLES).map(([language, code]) => ({
          language,
          code: code({ base, path, publisher: publisher.key, keyId, secret }),
        }))
      : [],
  };
}

import {
  campaignEndpoints,
  cappingEndpoints,
  landingPageEndpoints,
  trackingPublisherEndpoints,
} from '#domains/tracking/contract/setup-endpoints.ts';
import { ok, paged } from '#platform/contract/envelopes.ts';
import { implement, type Route } from '#platform/server/http/implement.ts';
import {
  addCampaign,
  editCampaign,
  listCampaigns,
  oneCampaign,
  removeCampaign,
  renewSecret,
} from './campaign-store.ts';
import { addCap, editCap, listCaps, removeCap } from './cap-store.ts';
import { addLandingPage, editLandingPage, listLandingPages, removeLandingPage } from './landing-store.ts';
import { addPublisher, editPublisher, listPublishers, onePublisher, removePublisher } from './publisher-store.ts';
import { choicesOfCampaigns, choicesOfLandingPages } from './setup-choices.ts';
import type { SetupParts } from './setup-parts.ts';

const CREATED = 'Created successfully !';
const UPDATED = 'Updated successfully !';
const DELETED = 'Deleted  successfully !';

export const setupRoutes = (parts: SetupParts): Route[] => [
  ...implement(campaignEndpoints)({
    list: async ({ scope, query }) => paged(await listCampaigns(scope, parts, query), query.limit),
    one: async ({ scope, params }) => ok(await oneCampaign(scope, parts, params.id)),
    add: async ({ scope, body }) => ok(await addCampaign(scope, parts, body), CREATED),
    edit: async ({ scope, params, body }) => ok(await editCampaign(scope, parts, params.id, body), UPDATED),
    remove: async ({ scope, params }) => {
      await removeCampaign(scope, parts, params.id);
      return ok({ id: params.id }, DELETED);
    },
    newSecret: async ({ scope, params }) =>
      ok({ postback_secret: await renewSecret(scope, parts, params.id) }, UPDATED),
    choices: async ({ scope, query }) => ok(await choicesOfCampaigns(scope, parts, query.package_name)),
  }),
  ...implement(trackingPublisherEndpoints)({
    list: async ({ scope, query }) => paged(await listPublishers(scope, parts, query), query.limit),
    one: async ({ scope, params }) => ok(await onePublisher(scope, parts, params.id)),
    add: async ({ scope, body }) => ok(await addPublisher(scope, parts, body), CREATED),
    edit: async ({ scope, params, body }) => ok(await editPublisher(scope, parts, params.id, body), UPDATED),
    remove: async ({ scope, params }) => {
      await removePublisher(scope, parts, params.id);
      return ok({ id: params.id }, DELETED);
    },
  }),
  ...implement(cappingEndpoints)({
    list: async ({ scope, query }) => paged(await listCaps(scope, parts, query), query.limit),
    add: async ({ scope, body }) => ok(await addCap(scope, parts, body), CREATED),
    edit: async ({ scope, params, body }) => ok(await editCap(scope, parts, params.id, body), UPDATED),
    remove: async ({ scope, params }) => {
      await removeCap(scope, parts, params.id);
      return ok({ id: params.id }, DELETED);
    },
  }),
  ...implement(landingPageEndpoints)({
    list: async ({ scope, query }) => paged(await listLandingPages(scope, parts, query), query.limit),
    add: async ({ scope, body }) => ok(await addLandingPage(scope, parts, body), CREATED),
    edit: async ({ scope, params, body }) => ok(await editLandingPage(scope, parts, params.id, body), UPDATED),
    remove: async ({ scope, params }) => {
      await removeLandingPage(scope, parts, params.id);
      return ok({ id: params.id }, DELETED);
    },
    choices: async ({ scope, query }) => ok(await choicesOfLandingPages(scope, parts, query.package_name)),
  }),
];

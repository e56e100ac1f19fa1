import { deliveryEndpoints } from '#domains/verdict-deliveries/contract/endpoints.ts';
import { ok, paged } from '#platform/contract/envelopes.ts';
import { implement, type Route } from '#platform/server/http/implement.ts';
import { listDeliveries, redeliver, redeliverDead, sendSample } from './delivery-log.ts';
import {
  changeDestination,
  listDestinations,
  makeDestination,
  removeDestination,
  rotateSecret,
  runDestination,
  type StoreDeps,
} from './destination-store.ts';
import type { SendDeps } from './send.ts';

export type DeliveryParts = StoreDeps & SendDeps;

export const deliveryRoutes = (parts: DeliveryParts): Route[] =>
  implement(deliveryEndpoints)({
    list: async ({ scope, query }) => ok(await listDestinations(scope, parts, query.package_name)),
    make: async ({ scope, body: { package_name: packageName, ...settings } }) =>
      ok(await makeDestination(scope, parts, packageName, settings), 'Created successfully !'),
    change: async ({ scope, params, body: { updated_at: seen, ...settings } }) =>
      ok(await changeDestination(scope, parts, params.id, { settings, seen }), 'Updated successfully !'),
    remove: async ({ scope, params }) => {
      await removeDestination(scope, parts, params.id);
      return ok({ id: params.id }, 'Deleted  successfully !');
    },
    rotate: async ({ scope, params }) => ok(await rotateSecret(scope, parts, params.id)),
    run: async ({ scope, params, body }) => ok(await runDestination(scope, parts, params.id, body.running)),
    test: async ({ scope, params }) => ok(await sendSample(scope, parts, params.id)),
    log: async ({ scope, params, query }) => paged(await listDeliveries(scope, parts, params.id, query), query.limit),
    redeliver: async ({ scope, params }) => ok(await redeliver(scope, parts, params.id)),
    redeliverDead: async ({ scope, params }) => ok({ redelivered: await redeliverDead(scope, parts, params.id) }),
  });

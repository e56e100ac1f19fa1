import {
  agreementChoiceEndpoints,
  paymentEndpoints,
  publisherPaymentEndpoints,
  settlementEndpoints,
} from '#domains/agreements/contract/endpoints.ts';
import { ok, paged } from '#platform/contract/envelopes.ts';
import type { Scope } from '#platform/server/access/scope.ts';
import { implement, type Route } from '#platform/server/http/implement.ts';
import type { AgreementParts } from './agreement-parts.ts';
import { currencyChoices, orderStatusChoices } from './choices.ts';
import { addPayment, allPayments, editPayment, listPayments, removePayment } from './payment-store.ts';
import {
  addPublisherPayment,
  editPublisherPayment,
  listPublisherPayments,
  removePublisherPayment,
} from './publisher-payment-store.ts';
import { addSetting, editSetting, listSettings, removeSetting } from './setting-store.ts';

const CREATED = 'Created successfully !';
const UPDATED = 'Updated successfully !';
const DELETED = 'Deleted  successfully !';

type Remove = (scope: Scope, parts: AgreementParts, key: number) => Promise<void>;

export function agreementRoutes(parts: AgreementParts): Route[] {
  const gone = async (scope: Scope, remove: Remove, { key }: { key: number }) => {
    await remove(scope, parts, key);
    return ok({ key }, DELETED);
  };
  return [
    ...implement(paymentEndpoints)({
      list: async ({ scope, query }) => paged(await listPayments(scope, parts, query), query.limit),
      all: async ({ scope, query }) => ok(await allPayments(scope, parts, query.package_name)),
      ofPackage: async ({ scope, query }) => ok(await allPayments(scope, parts, query.package_name)),
      add: async ({ scope, body }) => ok(await addPayment(scope, parts, body), CREATED),
      edit: async ({ scope, params, body }) => ok(await editPayment(scope, parts, params.key, body), UPDATED),
      remove: ({ scope, params }) => gone(scope, removePayment, params),
      removeByQuery: ({ scope, query }) => gone(scope, removePayment, query),
    }),
    ...implement(publisherPaymentEndpoints)({
      list: async ({ scope, query }) => paged(await listPublisherPayments(scope, parts, query), query.limit),
      add: async ({ scope, body }) => ok(await addPublisherPayment(scope, parts, body), CREATED),
      edit: async ({ scope, params, body }) => ok(await editPublisherPayment(scope, parts, params.key, body), UPDATED),
      remove: ({ scope, params }) => gone(scope, removePublisherPayment, params),
      removeByQuery: ({ scope, query }) => gone(scope, removePublisherPayment, query),
    }),
    ...implement(settlementEndpoints)({
      list: async ({ scope, query }) => paged(await listSettings(scope, parts, query), query.limit),
      add: async ({ scope, body }) => ok(await addSetting(scope, parts, body), CREATED),
      edit: async ({ scope, params, body }) => ok(await editSetting(scope, parts, params.key, body), UPDATED),
      remove: ({ scope, params }) => gone(scope, removeSetting, params),
      removeByQuery: ({ scope, query }) => gone(scope, removeSetting, query),
    }),
    ...implement(agreementChoiceEndpoints)({
      currency: async ({ scope, query }) => ok(await currencyChoices(scope, parts, query.package_name)),
      orderStatus: async ({ scope, query }) => ok(await orderStatusChoices(scope, parts, query.package_name)),
    }),
  ];
}

import { z } from 'zod';
import { endpoint } from '#platform/contract/endpoint.ts';
import { envelope, pagedEnvelope } from '#platform/contract/envelopes.ts';
import { pageQuery } from '#platform/contract/paging.ts';
import { searchText } from '#platform/contract/search-text.ts';
import {
  newPaymentModel,
  newPublisherPayment,
  newSettlement,
  paymentModel,
  paymentModelEdit,
  publisherPayment,
  publisherPaymentEdit,
  settlementEdit,
  settlementSetting,
} from './agreement.ts';
import { ORDER_STATUSES } from './payment-models.ts';

const packageName = z.string().min(1).max(200);
const asked = z.strictObject({ package_name: packageName, search: searchText.optional(), ...pageQuery });
/** A page of a list, searched or not. */
export type ListAsked = z.infer<typeof asked>;
const ofPackage = z.strictObject({ package_name: packageName });
const key = z.coerce.number().int().min(1).max(2_147_483_647);
const params = z.strictObject({ key });
const gone = envelope(z.object({ key: z.number().int() }));

const BASE = '/api/reconciliation';

export const paymentEndpoints = {
  list: endpoint({
    method: 'GET',
    path: `${BASE}/payment`,
    summary: 'Payment models: what is paid for which events',
    access: 'money.write',
    query: asked,
    response: pagedEnvelope(paymentModel),
  }),
  all: endpoint({
    method: 'GET',
    path: `${BASE}/payment/all`,
    summary: 'All payment models of a package, in the order of their names',
    access: 'money.write',
    query: ofPackage,
    response: envelope(z.array(paymentModel)),
  }),
  /** The same under the name the specification gives to the list of a package. */
  ofPackage: endpoint({
    method: 'GET',
    path: `${BASE}/payment_model`,
    summary: 'Payment models of a package',
    access: 'money.write',
    query: ofPackage,
    response: envelope(z.array(paymentModel)),
  }),
  add: endpoint({
    method: 'POST',
    path: `${BASE}/payment`,
    summary: 'A payment model',
    access: 'money.write',
    form: { exempt: ['package_name', 'event'] },
    body: newPaymentModel,
    response: envelope(paymentModel),
  }),
  edit: endpoint({
    method: 'PUT',
    path: `${BASE}/payment/:key`,
    summary: 'Other terms of a payment model from a day on; what was settled stays as it was',
    access: 'money.write',
    params,
    form: { exempt: ['event'] },
    body: paymentModelEdit,
    response: envelope(paymentModel),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: `${BASE}/payment/:key`,
    summary: 'Take a payment model out; nobody may be paid by it any more',
    access: 'money.write',
    params,
    response: gone,
  }),
  /** The same with the key as a parameter (REC-GAP-05). */
  removeByQuery: endpoint({
    method: 'DELETE',
    path: `${BASE}/payment`,
    summary: 'Take a payment model out, its key as a parameter',
    access: 'money.write',
    query: params,
    response: gone,
  }),
};

export const publisherPaymentEndpoints = {
  list: endpoint({
    method: 'GET',
    path: `${BASE}/publisher_payment`,
    summary: 'Which publishers are paid by which payment model',
    access: 'money.write',
    pages: 'any',
    query: asked,
    response: pagedEnvelope(publisherPayment),
  }),
  add: endpoint({
    method: 'POST',
    path: `${BASE}/publisher_payment`,
    summary: 'A publisher is paid by a payment model',
    access: 'money.write',
    form: { exempt: ['package_name', 'publisher', 'campaign'] },
    body: newPublisherPayment,
    response: envelope(publisherPayment),
  }),
  edit: endpoint({
    method: 'PUT',
    path: `${BASE}/publisher_payment/:key`,
    summary: 'Other terms of a publisher; what was settled stays as it was',
    access: 'money.write',
    params,
    form: { exempt: ['publisher', 'campaign'] },
    body: publisherPaymentEdit,
    response: envelope(publisherPayment),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: `${BASE}/publisher_payment/:key`,
    summary: 'A publisher is paid by a payment model no longer, as if it had never been',
    access: 'money.write',
    params,
    response: gone,
  }),
  removeByQuery: endpoint({
    method: 'DELETE',
    path: `${BASE}/publisher_payment`,
    summary: 'A publisher is paid by a payment model no longer, the key as a parameter',
    access: 'money.write',
    query: params,
    response: gone,
  }),
};

export const settlementEndpoints = {
  list: endpoint({
    method: 'GET',
    path: `${BASE}/settlement`,
    summary: 'How and when publishers are settled with',
    access: 'money.write',
    query: asked,
    response: pagedEnvelope(settlementSetting),
  }),
  add: endpoint({
    method: 'POST',
    path: `${BASE}/settlement`,
    summary: 'Settings of settlements, of a publisher or of all others',
    access: 'money.write',
    form: { exempt: ['package_name', 'publisher', 'invoice_prefix'] },
    body: newSettlement,
    response: envelope(settlementSetting),
  }),
  edit: endpoint({
    method: 'PUT',
    path: `${BASE}/settlement/:key`,
    summary: 'Change settings of settlements; what was settled stays as it was',
    access: 'money.write',
    params,
    form: { exempt: ['publisher', 'invoice_prefix'] },
    body: settlementEdit,
    response: envelope(settlementSetting),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: `${BASE}/settlement/:key`,
    summary: 'Take settings of settlements out',
    access: 'money.write',
    params,
    response: gone,
  }),
  removeByQuery: endpoint({
    method: 'DELETE',
    path: `${BASE}/settlement`,
    summary: 'Take settings of settlements out, the key as a parameter',
    access: 'money.write',
    query: params,
    response: gone,
  }),
};

export const agreementChoiceEndpoints = {
  currency: endpoint({
    method: 'GET',
    path: `${BASE}/currency`,
    summary: 'Currencies, those the package uses first',
    access: 'money.write',
    query: ofPackage,
    response: envelope(z.array(z.object({ code: z.string(), used: z.boolean() }))),
  }),
  orderStatus: endpoint({
    method: 'GET',
    path: `${BASE}/order_status`,
    summary: 'States of orders that a payment may depend on, and how many events of the newest 30 days have each',
    access: 'money.write',
    query: ofPackage,
    response: envelope(z.array(z.object({ status: z.enum(ORDER_STATUSES), events: z.number().int() }))),
  }),
};

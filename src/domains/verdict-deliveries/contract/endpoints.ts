import { z } from 'zod';
import { endpoint } from '#platform/contract/endpoint.ts';
import { envelope, pagedEnvelope } from '#platform/contract/envelopes.ts';
import { pageQuery } from '#platform/contract/paging.ts';
import { destinationSettings, SETTINGS } from './destination.ts';

const packageName = z.string().min(1).max(200);
const id = z.strictObject({ id: z.coerce.number().int().min(1).max(2_147_483_647) });

export const STOPS = ['by_hand', 'failing', 'gone'] as const;

export const destinationView = z.object({
  id: z.number().int(),
  package_name: z.string(),
  ...SETTINGS,
  /** Why nothing is sent; null while it is. `failing`: nothing went through for a day; `gone`: it was answered with 410. */
  stopped: z.enum(STOPS).nullable(),
  /** Since when every call goes wrong. */
  failing_since: z.string().nullable(),
  /** It was stopped for so long that what happened before this moment is not kept and was not sent. */
  skipped_at: z.string().nullable(),
  /** Until when the secret before this one signs, too. */
  overlap_until: z.string().nullable(),
  waiting: z.number().int(),
  dead: z.number().int(),
  sent_at: z.string().nullable(),
  created_by: z.string(),
  created_at: z.string(),
  updated_at: z.string(),
});
export type DestinationView = z.infer<typeof destinationView>;

/** Told once: it can be made anew, but not read again. Null of what is not signed. */
const withSecret = z.object({ destination: destinationView, secret: z.string().nullable() });

export const DELIVERY_STATES = ['waiting', 'sent', 'dead'] as const;

export const deliveryView = z.object({
  id: z.number().int(),
  /** The same at every try. */
  message_id: z.string(),
  created_at: z.string(),
  events: z.number().int(),
  sample: z.boolean(),
  state: z.enum(DELIVERY_STATES),
  tries: z.number().int(),
  /** When it is tried next. */
  due_at: z.string(),
  done_at: z.string().nullable(),
  status: z.number().int().nullable(),
  /** The beginning of what was answered. */
  answer: z.string(),
  error: z.string().nullable(),
});
export type DeliveryView = z.infer<typeof deliveryView>;

const BASE = '/api/verdict-deliveries';
const read = { access: 'rules.read', pages: ['verdict-deliveries'] } as const;
const write = { access: 'rules.write', pages: ['verdict-deliveries'] } as const;
const form = { exempt: ['package_name', 'way'] } as const;

export const deliveryEndpoints = {
  list: endpoint({
    method: 'GET',
    path: BASE,
    summary: 'Where verdicts of a package are sent, with how each is doing',
    ...read,
    query: z.strictObject({ package_name: packageName }),
    response: envelope(z.array(destinationView)),
  }),
  make: endpoint({
    method: 'POST',
    path: BASE,
    summary: 'Send verdicts to an address from now on; the secret of a webhook is told this once',
    ...write,
    form,
    body: z.strictObject({ package_name: packageName, ...SETTINGS }),
    response: envelope(withSecret),
  }),
  change: endpoint({
    method: 'PUT',
    path: `${BASE}/:id`,
    summary: 'Change what is sent to a destination, and where that is',
    ...write,
    form,
    params: id,
    // As it was read: who saved since is told by 409, and not overwritten.
    body: destinationSettings.extend({ updated_at: z.iso.datetime().optional() }),
    response: envelope(destinationView),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: `${BASE}/:id`,
    summary: 'Send nothing to a destination any more; what waits is not sent, and its log goes',
    ...write,
    params: id,
    response: envelope(z.object({ id: z.number().int() })),
  }),
  rotate: endpoint({
    method: 'POST',
    path: `${BASE}/:id/rotate`,
    summary: 'A new secret of a webhook; for a day the old one signs beside it',
    ...write,
    params: id,
    response: envelope(withSecret),
  }),
  run: endpoint({
    method: 'PUT',
    path: `${BASE}/:id/running`,
    summary: 'Stop a destination, or let it go on where it stopped',
    ...write,
    params: id,
    body: z.strictObject({ running: z.boolean() }),
    response: envelope(destinationView),
  }),
  test: endpoint({
    method: 'POST',
    path: `${BASE}/:id/test`,
    summary: 'Send one made-up event now and answer what came back',
    ...write,
    params: id,
    response: envelope(deliveryView),
  }),
  log: endpoint({
    method: 'GET',
    path: `${BASE}/:id/log`,
    summary: 'Calls of a destination, the newest first, with what was answered',
    ...read,
    params: id,
    query: z.strictObject({ state: z.enum([...DELIVERY_STATES, 'all']).default('all'), ...pageQuery }),
    response: pagedEnvelope(deliveryView),
  }),
  redeliver: endpoint({
    method: 'POST',
    path: `${BASE}/log/:id`,
    summary: 'Make one call again, with the id it had',
    ...write,
    params: id,
    response: envelope(deliveryView),
  }),
  redeliverDead: endpoint({
    method: 'POST',
    path: `${BASE}/:id/redeliver`,
    summary: 'Make all calls again that were given up',
    ...write,
    params: id,
    response: envelope(z.object({ redelivered: z.number().int() })),
  }),
};

import { type AuditedCalls, type Desk, PACKAGE } from './audited-call.ts';

let made = 0;

const DESTINATION = {
  name: 'Warehouse',
  kinds: [],
  verdicts: ['fraud'],
  later: true,
  reasons: [],
  way: { kind: 'webhook', url: 'https://hooks.example/' },
};
/** Bodies of its forms. */
export const DESTINATION_BODIES = {
  'POST /api/verdict-deliveries': { package_name: PACKAGE, ...DESTINATION },
  'PUT /api/verdict-deliveries/:id': DESTINATION,
};
const settings = () => ({ ...DESTINATION, name: `Destination ${++made}` });

/** Calls about destinations of verdicts and what was sent to them. */
export function auditedDeliveries({ done, idIn }: Desk): AuditedCalls {
  const base = '/api/verdict-deliveries';
  const anId = async (): Promise<number> =>
    (await done('POST', base, { package_name: PACKAGE, ...settings() })).body.data.destination.id;
  const of = (action: string) => async () => ({
    params: { id: await anId() },
    action: `verdict_destination.${action}`,
  });
  const aCall = async (): Promise<number> =>
    idIn(
      `INSERT INTO verdict_delivery (destination_id, events, state, created_at, due_at)
        VALUES ($1, '[]', 'dead', now(), now()) RETURNING id`,
      [await anId()],
    );
  return {
    [`POST ${base}`]: async () => ({
      body: { package_name: PACKAGE, ...settings() },
      action: 'verdict_destination.create',
    }),
    [`PUT ${base}/:id`]: async () => ({ ...(await of('update')()), body: settings() }),
    [`DELETE ${base}/:id`]: of('delete'),
    [`POST ${base}/:id/rotate`]: of('rotate'),
    [`PUT ${base}/:id/running`]: async () => ({ ...(await of('stop')()), body: { running: false } }),
    [`POST ${base}/:id/test`]: of('test'),
    [`POST ${base}/:id/redeliver`]: of('redeliver'),
    [`POST ${base}/log/:id`]: async () => ({ params: { id: await aCall() }, action: 'verdict_destination.redeliver' }),
  };
}

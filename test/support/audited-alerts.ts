import { type AuditedCalls, type Desk, PACKAGE } from './audited-call.ts';

/** An app of these calls. */
const APP = 'com.own';
let made = 0;

const settings = () => ({
  name: `Alert ${++made}`,
  metric: 'fraud_percentage',
  comparison: 'limit',
  direction: 'above',
  limit: 20,
  window: { unit: 'day', length: 1 },
  each: 'publisher',
  least: 100,
  filters: {},
  condition: null,
  cool_down: 24,
  quiet: null,
  severity: 'medium',
  recipients: [],
  hooks: [],
  active: true,
});

/** Calls that make, change and delete alerts of sites and of apps, and send their messages again. */
export function auditedAlerts({ done, idIn }: Desk): AuditedCalls {
  const of = (path: string, package_name: string): AuditedCalls => {
    const body = () => ({ package_name, alerts: [settings()] });
    const anId = async (): Promise<number> => (await done('POST', path, body())).body.data[0].id;
    return {
      [`POST ${path}`]: async () => ({ body: body(), action: 'alert.create' }),
      [`PUT ${path}/:id`]: async () => ({ params: { id: await anId() }, body: { limit: 30 }, action: 'alert.update' }),
      [`DELETE ${path}/:id`]: async () => ({ params: { id: await anId() }, action: 'alert.delete' }),
    };
  };
  const web = '/api/web-bi/alert_config';
  const delivery = async (): Promise<number> => {
    const alert = (await done('POST', web, { package_name: PACKAGE, alerts: [settings()] })).body.data[0].id;
    return idIn(
      `WITH event AS (INSERT INTO alert_event (alert_id, period, severity, found, told, raised_at)
          VALUES ($1, '2026-11-20', 'low', '{}', 'sent', now()) RETURNING id)
        INSERT INTO alert_delivery (event_id, channel, target, state, due_at)
          SELECT id, 'webhook', 'https://hooks.example/', 'failed', now() FROM event RETURNING id`,
      [alert],
    );
  };
  return {
    ...of(web, PACKAGE),
    ...of('/api/web-bi/appfraud/alert_config', APP),
    'POST /api/alerts/deliveries/:id': async () => ({ params: { id: await delivery() }, action: 'alert.redeliver' }),
  };
}

import { type AuditedCalls, type Desk, PACKAGE } from './audited-call.ts';

const OWN = { package_name: PACKAGE };

/** Calls about write keys and what could not be stored. */
export function auditedLive({ done }: Desk): AuditedCalls {
  const aKey = async (name: string): Promise<number> =>
    (await done('POST', '/api/live-traffic/keys', { ...OWN, name })).body.data.id;
  return {
    'POST /api/live-traffic/keys': async () => ({ body: { ...OWN, name: 'A key' }, action: 'write_key.make' }),
    'POST /api/live-traffic/keys/:id/rotate': async () => ({
      params: { id: await aKey('Rotated') },
      action: 'write_key.rotate',
    }),
    'DELETE /api/live-traffic/keys/:id': async () => ({
      params: { id: await aKey('Revoked') },
      action: 'write_key.revoke',
    }),
    'POST /api/live-traffic/dead-letters/replay': async () => ({ body: OWN, action: 'dead_letter.replay' }),
    'POST /api/live-traffic/dead-letters/discard': async () => ({ body: OWN, action: 'dead_letter.discard' }),
    'POST /api/live-traffic/test': async () => ({ body: { ...OWN, kind: 'click' }, action: 'live.test' }),
  };
}

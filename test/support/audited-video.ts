import { type AuditedCalls, type Desk, PACKAGE } from './audited-call.ts';
import { formOf } from './audited-traffic.ts';

const SETTINGS = { campaign: 'Spring', mode: 'wrapper', vast_url: 'https://ads.example/vast.xml' };

/** Bodies of calls about video ads that take texts people type. */
export const VIDEO_BODIES = {
  'POST /api/vast/tracker': { ...SETTINGS, package_name: PACKAGE, name: 'A tracker' },
  'PUT /api/vast/tracker/:id': { ...SETTINGS, name: 'A tracker', updated_at: '2026-11-20T12:00:00.000Z' },
};

/** The first bytes of an MP4: what nobody can read is stored and waits. */
const VIDEO = formOf('spot.mp4', '\u0000\u0000\u0000\u0018ftypmp42');

/** Calls about video ads. */
export function auditedVideo({ app, admin, done, idIn }: Desk): AuditedCalls {
  const tracker = async (name: string) =>
    (await done('POST', '/api/vast/tracker', { ...SETTINGS, package_name: PACKAGE, name })).body.data;
  const creative = async (name: string): Promise<number> => {
    const url = `/api/vast/creative?package_name=${PACKAGE}&name=${name}`;
    const headers = { authorization: admin(), 'content-type': VIDEO.contentType };
    await app.call('POST', url, { body: VIDEO.file, headers });
    return idIn('SELECT id FROM vast_creative WHERE name = $1', [name]);
  };
  return {
    'POST /api/vast/tracker': async () => ({
      body: { ...SETTINGS, package_name: PACKAGE, name: 'Audited' },
      action: 'video.tracker_add',
    }),
    'PUT /api/vast/tracker/:id': async () => {
      const { id, updated_at } = await tracker('Edited');
      return { params: { id }, body: { ...SETTINGS, name: 'Edited', updated_at }, action: 'video.tracker_edit' };
    },
    'DELETE /api/vast/tracker/:id': async () => ({
      params: { id: (await tracker('Deleted')).id },
      action: 'video.tracker_delete',
    }),
    'POST /api/vast/creative': async () => ({
      ...VIDEO,
      query: { package_name: PACKAGE, name: 'Audited' },
      action: 'video.creative_add',
    }),
    'DELETE /api/vast/creative/:id': async () => ({
      params: { id: await creative('Deleted') },
      action: 'video.creative_delete',
    }),
  };
}

import { createRequire } from 'node:module';
import sharp from 'sharp';
import { type AuditedCalls, type Desk, PACKAGE } from './audited-call.ts';

const CONFIGURATION = {
  package_name: PACKAGE,
  brand: 'Fizz',
  channels: [],
  rules: [],
  own_words: [],
  gallery: true,
  demographics: false,
};

/** Bodies of calls about brand hygiene that take texts people type. */
export const HYGIENE_BODIES = {
  'PUT /api/adao/configuration': { ...CONFIGURATION, channels: ['News'], own_words: ['rival'] },
};

/** One face of a photograph that the package which finds faces brings along. */
const portrait = (): Promise<Buffer> =>
  sharp(createRequire(import.meta.url).resolve('@vladmandic/face-api/demo/sample1.jpg'))
    .extract({ left: 1300, top: 60, width: 620, height: 800 })
    .jpeg()
    .toBuffer();

async function personOf(fields: Readonly<Record<string, string>>): Promise<{ file: Buffer; contentType: string }> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set('file', new Blob([new Uint8Array(await portrait())]), 'face.jpg');
  const sent = new Response(form);
  return { file: Buffer.from(await sent.arrayBuffer()), contentType: sent.headers.get('content-type') ?? '' };
}

/** Calls about brand hygiene. */
export function auditedHygiene({ app, admin, done, idIn }: Desk): AuditedCalls {
  const mark = async (name: string): Promise<number> => {
    const url = `/api/brand_hygiene/mark?package_name=${PACKAGE}&kind=word&name=${name}`;
    await app.call('POST', url, { token: admin(), body: '', headers: { 'content-type': 'application/octet-stream' } });
    return idIn('SELECT id FROM hygiene_mark WHERE name = $1', [name]);
  };
  return {
    'PUT /api/adao/configuration': async () => ({ body: CONFIGURATION, action: 'hygiene.policy' }),
    'POST /api/brand_hygiene/mark': async () => ({
      query: { package_name: PACKAGE, kind: 'word', name: 'Audited' },
      file: '',
      action: 'hygiene.mark_add',
    }),
    'DELETE /api/brand_hygiene/mark/:id': async () => ({
      params: { id: await mark('Deleted') },
      action: 'hygiene.mark_delete',
    }),
    'POST /api/brand_hygiene/talent': async () => {
      await done('PUT', '/api/adao/configuration', CONFIGURATION);
      const consent = { consent_on: '2026-11-01', consent_note: 'A signed letter' };
      return {
        query: { package_name: PACKAGE },
        ...(await personOf({ name: 'Ada Example', ...consent })),
        action: 'hygiene.talent_add',
      };
    },
    'DELETE /api/brand_hygiene/talent/:id': async () => ({
      params: {
        id: await idIn(
          `INSERT INTO hygiene_talent (package_name, name, consent_on, consent_note, prints, created_by, created_at)
           VALUES ($1, 'Bo Example', '2026-11-01', 'By mail', '[]', 'admin', now()) RETURNING id`,
          [PACKAGE],
        ),
      },
      action: 'hygiene.talent_delete',
    }),
    'DELETE /api/brand_hygiene/result/:id': async () => ({
      params: {
        id: await idIn(
          `INSERT INTO hygiene_analysis (upload_name, analysis, tool, package_name, called, kind, state, created_at)
           VALUES ('audited', 'generic_all', 'hygiene', $1, 'audited.png', 'image', 'done', now()) RETURNING id`,
          [PACKAGE],
        ),
      },
      action: 'hygiene.result_delete',
    }),
  };
}

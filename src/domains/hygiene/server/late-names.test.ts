import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { USUAL_RULES } from '#domains/hygiene/contract/policy.ts';
import { useHygiene } from '../testing/use-hygiene.ts';
import { HYGIENE_SERVER } from './slice.ts';
import type { Seen } from './worker/tasks.ts';

/** What happens between what was seen and what is kept of it. */
let meanwhile: () => Promise<unknown> = async () => undefined;
const { app, own, token, analysed } = useHygiene((eyes) => ({
  hash: (path, signal) => eyes.hash(path, signal),
  look: async (task, signal): Promise<Seen> => {
    const seen = await eyes.look(task, signal);
    await meanwhile();
    return seen;
  },
}));
const photo = readFileSync(createRequire(import.meta.url).resolve('@vladmandic/face-api/demo/sample1.jpg'));
const owned = { who: 'customer', packageName: own };

async function withAda(): Promise<number> {
  const face = await sharp(photo).extract({ left: 1300, top: 60, width: 620, height: 800 }).jpeg().toBuffer();
  const form = new FormData();
  const fields = { name: 'Ada Example', email: 'ada@late.example', consent_on: '2026-11-01', consent_note: 'A letter' };
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set('file', new Blob([new Uint8Array(face)]), 'face.jpg');
  const asked = new Response(form);
  const answer = await app.app.http.inject({
    method: 'POST',
    url: `/api/brand_hygiene/talent?package_name=${own}`,
    headers: { authorization: token('customer'), 'content-type': asked.headers.get('content-type') ?? '' },
    payload: Buffer.from(await asked.arrayBuffer()),
  });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json().data.id;
}

it('whoever is taken out of the gallery or erased while a file is looked at is not named in what is kept of it', async () => {
  const policy = { brand: '', channels: [], own_words: [], demographics: false };
  await app.call('PUT', '/api/adao/configuration', {
    token: token('customer'),
    body: { package_name: own, ...policy, rules: [...USUAL_RULES], gallery: true },
  });
  await withAda();
  expect(Object.keys((await analysed(photo, owned)).celebrity)).toEqual(['Ada Example']);
  const { database, clickhouse, files } = app.context;
  const stores = { database, clickhouse, files };
  const ada = { email: 'ada@late.example', accounts: [], names: [] };
  const ways: Record<string, (id: number) => Promise<unknown>> = {
    removed: (id) => app.call('DELETE', `/api/brand_hygiene/talent/${id}`, { token: token('customer') }),
    erased: async () => {
      for (const { erase } of HYGIENE_SERVER.personalData ?? []) await erase(stores, ada, async () => undefined);
    },
  };
  for (const [way, gone] of Object.entries(ways)) {
    meanwhile = async () => undefined;
    const id = await withAda();
    meanwhile = () => gone(id);
    const { celebrity, meta } = await analysed(photo, owned);
    expect([way, Object.keys(celebrity)]).toEqual([way, ['erased']]);
    expect(JSON.stringify(meta)).not.toContain('Ada Example');
    const { rows } = await database.pool.query(
      "SELECT id FROM hygiene_analysis WHERE answer::text LIKE '%Ada Example%'",
    );
    expect(rows).toEqual([]);
  }
}, 150_000);

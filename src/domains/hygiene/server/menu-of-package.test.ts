import { describe, expect, it } from 'vitest';
import { drawn, useHygiene, words } from '../testing/use-hygiene.ts';

const { app, own, token, upload, safety } = useHygiene();

const seen = (menu: readonly string[] | null) =>
  app.context.database.pool.query(
    `UPDATE user_package p SET menu = $1 FROM app_user u
     WHERE u.id = p.user_id AND u.email = 'customer@hygiene.example' AND p.package_name = $2`,
    [menu, own],
  );

describe('the public tools, for a package whose menu does not show them', () => {
  it('look at nothing for it, and stay open to the same person without it, as to anybody', async () => {
    const picture = await drawn(words('OPEN'));
    const owned = await upload(picture, { who: 'customer', packageName: own });
    expect(owned.status).toBe(200);
    const scan = (query: string) =>
      app.call('POST', `/api/yt_relevancy/scan${query}`, {
        token: token('customer'),
        body: [{ location_code: 'IN', language_code: 'en', keywords: 'none', is_user_registered: 'True' }],
      });
    expect((await scan(`?package_name=${own}`)).status).toBe(200);
    await seen(['report']);
    expect((await upload(picture, { who: 'customer', packageName: own })).status).toBe(403);
    expect((await safety(owned.url)).status).toBe(403);
    expect((await scan(`?package_name=${own}`)).status).toBe(403);
    const plain = await upload(picture, { who: 'customer' });
    expect([plain.status, (await safety(plain.url)).answer.statusCode]).toEqual([200, 200]);
    expect((await scan('')).status).toBe(200);
    await seen(['brand-hygiene']);
    expect((await safety(owned.url)).answer.statusCode).toBe(200);
    expect((await scan(`?package_name=${own}`)).status).toBe(200);
    await seen(null);
  });
});

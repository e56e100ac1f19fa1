import { describe, expect, it } from 'vitest';
import { OWN } from '#traffic/collector/testing/use-collector.ts';
import { brief, FOREIGN, useBrand } from '../testing/use-brand.ts';

const { send, rows, made } = useBrand();

describe('the menu of a package', () => {
  it('closes what is asked for by its number, and lists over all packages, though another package is open', async () => {
    const one = await made('Closed by menu');
    await made('Open', { package_name: FOREIGN }, 'stranger');
    const mapped = "email = 'customer@brand.example'";
    const select = (menu: string[] | null) =>
      rows(
        `UPDATE user_package SET menu = $1 FROM app_user u WHERE u.id = user_id AND u.${mapped} AND user_package.package_name = $2`,
        [menu, OWN],
      );
    await rows(
      `INSERT INTO user_package (user_id, package_name, position) SELECT id, $1, 9 FROM app_user WHERE ${mapped}`,
      [FOREIGN],
    );
    const { package_name: _, ...body } = brief('Closed by menu');
    const listed = async (): Promise<string[]> =>
      (await send('GET', 'config/get/?limit=500')).body.data.map((row: { package_name: string }) => row.package_name);
    expect(new Set(await listed())).toEqual(new Set([OWN, FOREIGN]));
    await select(['report']);
    expect(new Set(await listed())).toEqual(new Set([FOREIGN]));
    expect((await send('PUT', `config/update/${one.id}`, { ...body, brand: 'Taken' })).status).toBe(403);
    expect((await send('PUT', `config/update-keywords-internal/${one.id}`, { keywords: ['taken'] })).status).toBe(403);
    expect((await send('GET', `config/get/${one.reference}`)).status).toBe(404);
    expect(await rows('SELECT brand FROM br_requirement WHERE id = $1', [one.id])).toEqual([{ brand: 'Fizz' }]);
    await select(null);
    expect((await send('GET', `config/get/${one.reference}`)).status).toBe(200);
    await rows(
      `DELETE FROM user_package USING app_user u WHERE u.id = user_id AND u.${mapped} AND user_package.package_name = $1`,
      [FOREIGN],
    );
  });
});

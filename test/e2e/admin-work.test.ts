import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { person, useBrowser } from './browser.ts';
import { PASSWORD } from './people.ts';

const browser = useBrowser();
let page: Page;
beforeAll(async () => {
  page = await browser.as('admin');
});

const main = (): Locator => page.getByRole('main');
const box = (name: string): Locator => main().getByRole('textbox', { name, exact: true });
const said = (text: string): Locator => page.locator('.mantine-Notification-root').filter({ hasText: text }).first();
const save = (): Promise<void> => main().getByRole('button', { name: 'Save', exact: true }).click();
async function api(method: 'get' | 'post' | 'put' | 'delete', path: string, data?: object) {
  const headers = { authorization: person('admin').token };
  const answer = await page.request[method](path, { headers, ...(data ? { data } : {}) });
  expect([path, answer.status()]).toEqual([path, 200]);
  return answer.json();
}
const request = (method: string, path: RegExp) =>
  page.waitForRequest((each) => each.method() === method && path.test(new URL(each.url()).pathname));
/** Types into a field that takes several names. */
async function tag(label: string, names: readonly string[]): Promise<void> {
  const field = main().getByLabel(label, { exact: true }).and(main().locator('input')).first();
  for (const name of names) {
    await field.fill(name);
    await field.press('Enter');
  }
}
async function actions(of: string, action: string): Promise<void> {
  await main()
    .getByRole('button', { name: `Actions for ${of}` })
    .click();
  await page.getByRole('menuitem', { name: action, exact: true }).click();
}
const confirm = (button: string): Promise<void> =>
  page.getByRole('dialog').getByRole('button', { name: button }).click();
const noToast = (): Promise<void> =>
  page.locator('.mantine-Notification-root').first().waitFor({ state: 'detached', timeout: 20_000 });
/** Files beside this one add rows: what was read twice, on the screen and from the server, may differ once. */
async function agree(read: () => Promise<void>): Promise<void> {
  for (let left = 2; ; left--)
    try {
      return await read();
    } catch (error) {
      if (left === 0) throw error;
      await page.reload();
    }
}

describe('the users under', () => {
  beforeAll(async () => {
    for (let n = 0; n < 12; n++)
      await api('post', '/api/user/signup', {
        email: `page-${n}@adsieve.example`,
        name: `Page ${n}`,
        role: 'customer',
        password: PASSWORD,
      });
  });

  it.each([
    ['/management/user', 'm'],
    ['/user', 'u'],
  ])(
    '%s are those of the database, page by page, and one is added, edited and deleted there [USR-ROUTE-01] [USR-ROUTE-05] [USR-ROUTE-06] [USR-ROUTE-07] [USR-GAP-01] [USR-RULE-01] [USR-RULE-03] [ERR-STATE-03]',
    async (base, letter) => {
      const name = `Walter ${letter}`;
      const email = `walter-${letter}@adsieve.example`;
      await page.goto(base);
      const row = main().getByRole('row').filter({ hasText: '@' });
      const shown = async (): Promise<string[]> =>
        (await row.locator('td:nth-child(2)').allTextContents()).map((text) => text.trim());
      for (const number of [1, 2])
        await agree(async () => {
          const { data } = await api('get', `/api/user/all?page=${number}&limit=10`);
          await main()
            .getByRole('button', { name: `Page ${number}`, exact: true })
            .click();
          await expect.poll(shown, { timeout: 8_000 }).toEqual(data.map((user: { email: string }) => user.email));
        });

      await main().getByRole('link', { name: 'Add user' }).click();
      await page.waitForURL((url) => url.pathname === `${base}/add`);
      await box('Name').fill(name);
      await box('E-mail').fill(email);
      await main().getByText('Set a password', { exact: true }).click();
      await main().locator('input[autocomplete=new-password]').fill(PASSWORD);
      const role = main()
        .getByRole('combobox', { name: 'Role' })
        .or(main().getByRole('textbox', { name: 'Role' }));
      const choose = async (named: string): Promise<void> => {
        await role.click();
        await page.getByRole('option', { name: named, exact: true }).click();
      };
      await role.click();
      expect(await page.getByRole('option').allTextContents()).toEqual([
        'Administrator',
        'Agency',
        'Advertiser',
        'Publisher',
        'Customer',
      ]);
      await page.keyboard.press('Escape');
      await choose('Publisher');
      await tag('Publishers', ['P One']);
      await choose('Agency');
      const added = request('POST', /signup$/);
      await save();
      expect((await added).postDataJSON()).toEqual({ email, name, password: PASSWORD, role: 'agency' });
      await said('User added successfully !').waitFor();
      await noToast();
      await main().getByRole('link', { name: 'Add user' }).first().click();
      expect([await box('Name').inputValue(), await box('E-mail').inputValue()]).toEqual(['', '']);
      expect(await page.locator('.mantine-Notification-root').count()).toBe(0);

      await page.goto(base);
      await main().getByRole('searchbox').fill(email);
      await actions(name, 'Edit');
      await page.waitForURL((url) => new RegExp(`^${base}/edit/\\d+$`).test(url.pathname));
      expect(await box('Name').inputValue()).toBe(name);
      await box('Phone').fill('+49 30 1234');
      await choose('Publisher');
      await tag('Publishers', ['P One']);
      await tag('Vendors', ['V One']);
      await tag('Fraud types', ['Bot']);
      const edited = request('PUT', /^\/api\/user\/\d+$/);
      await save();
      const sent = await edited;
      expect(sent.postDataJSON()).toEqual({
        role: 'publisher',
        phone: '+49 30 1234',
        fraud_type: 'Bot',
        vendor: ['V One'],
        publisher: ['P One'],
      });
      await said('Updated successfully !').waitFor();
      const id = sent.url().split('/').at(-1);
      expect((await api('get', `/api/user/getone/${id}`)).data).toMatchObject({ name, email, publisher: ['P One'] });
      expect((await page.request.post('/api/user/forgot_password', { data: { email } })).status()).toBe(200);

      await main().getByRole('searchbox').fill(email);
      await actions(name, 'Delete');
      await confirm('Delete');
      await main().getByText('Nothing matches the search.').waitFor();
      expect((await api('get', `/api/user/all?search=${email}&limit=10`)).data).toEqual([]);
    },
  );
});

describe('the packages under', () => {
  it.each([
    ['/management/package', 'm'],
    ['/package', 'p'],
  ])(
    '%s are those of the database; one is added with every field, edited, and lands whoever has no landing of their own [PKG-ROUTE-01] [PKG-ROUTE-02] [PKG-ROUTE-03] [PKG-GAP-01] [PKG-GAP-02] [AUTH-ENT-05]',
    async (base, letter) => {
      const name = `fields-${letter}.example`;
      const asked = request('GET', /^\/api\/config\/package$/);
      await page.goto(base);
      let listed = await asked;
      while (!new URL(listed.url()).searchParams.has('page')) listed = await request('GET', /^\/api\/config\/package$/);
      expect(new URL(listed.url()).searchParams.get('limit')).toBe('10');
      const shown = async (): Promise<string[]> =>
        (await main().locator('tbody td:nth-child(2)').allTextContents()).map((text) => text.trim());
      await agree(async () => {
        const { data } = await api('get', '/api/config/package?page=1&limit=10');
        await expect
          .poll(shown, { timeout: 8_000 })
          .toEqual(data.map((each: { package_name: string }) => each.package_name));
      });

      await main().getByRole('link', { name: 'Add package' }).first().click();
      await page.waitForURL((url) => url.pathname === `${base}/add`);
      // The list the link stood on has cells of the same words until the form is there.
      await main().locator('form').getByText('App', { exact: true }).click();
      await box('Title').fill('Every Field');
      await box('Name').fill(name);
      await box('Domain or store id').fill('id123456');
      for (const [label, typed] of [
        ['Time zone', 'Asia/Tokyo'],
        ['Currency', 'JPY'],
      ] as const) {
        await main().getByRole('combobox', { name: label }).or(box(label)).fill(typed);
        await page.getByRole('option').filter({ hasText: typed }).first().click();
      }
      const landings = main().getByRole('list', { name: 'Dashboard types' });
      const usual = await landings.getByRole('listitem').allTextContents();
      await main()
        .getByRole('button', { name: `Remove ${usual[0]}` })
        .click();
      await main().getByRole('combobox', { name: 'Dashboard types' }).or(box('Dashboard types')).fill('RE_CLICK');
      await page.getByRole('option', { name: 'RE_CLICK', exact: true }).click();
      const chosen = await landings.getByRole('listitem').allTextContents();
      expect(chosen).not.toEqual(usual);
      const active = main().getByRole('switch', { name: 'Active' });
      await active.uncheck({ force: true });
      await save();
      await said('Created successfully !').waitFor();
      const found = (await api('get', `/api/config/package?search=${name}`)).data[0];
      expect(found).toMatchObject({
        package_title: 'Every Field',
        platform: 'app',
        domain: 'id123456',
        time_zone: 'Asia/Tokyo',
        currency: 'JPY',
        dashboardType: chosen,
        active: false,
      });

      await page.goto(`${base}/edit/${found.id}`);
      await expect.poll(() => box('Title').inputValue()).toBe('Every Field');
      expect([await box('Name').inputValue(), await box('Domain or store id').inputValue()]).toEqual([
        name,
        'id123456',
      ]);
      expect(await landings.getByRole('listitem').allTextContents()).toEqual(chosen);
      expect(await active.isChecked()).toBe(false);
      await active.check({ force: true });
      await box('Title').fill(`Other Title ${letter}`);
      await save();
      await said('Updated successfully !').waitFor();
      const now = (await api('get', `/api/config/package?search=${name}`)).data[0];
      expect(now).toMatchObject({ dashboardType: chosen, active: true });

      await page.goto('/management/user/mapping/add');
      await main().getByRole('combobox', { name: 'Package' }).or(box('Package')).fill(name);
      await page.getByRole('option', { name: new RegExp(name) }).waitFor();

      await page.getByLabel('Package').first().click();
      const option = page.getByRole('option', { name: `Other Title ${letter}` });
      await option.waitFor();
      // The visible text is the title, the value the name.
      expect(await option.getAttribute('value')).toBe(name);
      await page.keyboard.press('Escape');

      const email = `lands-${letter}@adsieve.example`;
      const user = (
        await api('post', '/api/user/signup', { email, name: 'Lands', role: 'customer', password: PASSWORD })
      ).data;
      const none = { dashboardType: null, menu: null, filter: null };
      const mapped = (await api('post', '/api/user/UPM', { user_id: user.id, package_name: name, ...none })).data;
      const { token } = (await api('post', '/api/user/login_code', { email })).data;
      const session = await (await page.request.post('/api/user/exchange', { data: { token } })).json();
      const types = await page.request.get(`/api/user/dashboard_type?package_name=${name}`, {
        headers: { authorization: session.token },
      });
      expect((await types.json()).dashboardType).toEqual(found.dashboardType);
      await api('delete', `/api/user/UPM/${mapped.id_}`);
      await api('delete', `/api/user/${user.id}`);
      await api('delete', `/api/config/package/${found.id}`);
    },
  );
});

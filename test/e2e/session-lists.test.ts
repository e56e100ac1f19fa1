import { describe, expect, it } from 'vitest';
import { boardReady, fillSignIn, person, storedValue, useBrowser } from './browser.ts';
import { asked, isList, openDrawer } from './drawer.ts';
import { APP, PASSWORD, WEB } from './people.ts';

const browser = useBrowser();
const BOARD = `/web/dashboard/visit?package=${WEB}`;

describe('lists the session decides', () => {
  it('a publisher finds its own names in the publisher list, without asking the server [FLT-PERM-01]', async () => {
    const page = await browser.as('publisher');
    const lists = asked(page, isList);
    await page.goto(BOARD);
    await boardReady(page);
    const drawer = await openDrawer(page, 'Publishers');
    await drawer.getByRole('checkbox').first().waitFor();
    expect(await drawer.locator('ul label').allTextContents()).toEqual(
      person('publisher').auth.publisher.map(({ publisher_name }) => publisher_name),
    );
    expect(lists).toEqual([]);
  });

  it('an agency finds the vendors of its record without asking; an administrator asks [FLT-PERM-02] [SESS-GAP-07]', async () => {
    const installs = `/app/dashboard/install?package=${APP}`;
    const vendors = ['Own One', 'Own Two'];
    const admin = await browser.as('admin');
    const headers = { authorization: person('admin').token };
    const who = { email: 'vendors@adsieve.example', password: PASSWORD };
    const data = { ...who, name: 'Vic Vendors', role: 'agency', vendor: vendors };
    const made = await admin.request.post('/api/user/signup', { headers, data });
    expect(made.status()).toBe(200);
    const mapping = { user_id: (await made.json()).data.id, package_name: APP, dashboardType: null, menu: null };
    const mapped = await admin.request.post('/api/user/UPM', { headers, data: { ...mapping, filter: null } });
    expect(mapped.status()).toBe(200);
    const agency = await browser.page();
    await agency.goto('/');
    await fillSignIn(agency, who);
    await agency.waitForURL((url) => url.pathname !== '/');
    expect(await storedValue(agency, 'auth_data')).toMatchObject({ role: 'agency', vendor: vendors });
    for (const [page, requests] of [
      [agency, 0],
      [admin, 1],
    ] as const) {
      const lists = asked(page, isList);
      await page.goto(installs);
      await boardReady(page);
      const drawer = await openDrawer(page, 'Vendor');
      await drawer.getByRole('status').last().waitFor();
      expect(lists.length).toBe(requests);
      if (requests === 0) expect(await drawer.locator('ul label').allTextContents()).toEqual(vendors);
      else expect(lists[0]?.pathname).toBe('/api/app/filters/vendor');
    }
  });

  it('the fraud types in the session of a publisher replace the filter by verdict [FLT-PERM-03]', async () => {
    const { auth } = person('publisher');
    const keep = { auth_data: { ...auth, fraud_type: [{ fraud_status: 'Clean' }] } };
    const page = await browser.as('publisher', {}, keep);
    const lists = asked(page, isList);
    await page.goto(BOARD);
    await boardReady(page);
    const drawer = await openDrawer(page, 'Verdict');
    await drawer.getByRole('checkbox').first().waitFor();
    expect(await drawer.locator('ul label').allTextContents()).toEqual(['Clean']);
    expect(lists).toEqual([]);
  });
});

import { expect, it } from 'vitest';
import { boardReady, choosePackage, fillSignIn, person, storedValue, useBrowser } from './browser.ts';
import { APP, EMPTY_PACKAGE, WEB } from './people.ts';

/** What a session leaves in the browser. */
const browser = useBrowser();

it('a tour leaves the keys of the specification with sensible values; each package key means its own, and all are read [SESS-ENT-04] [SESS-GAP-02]', async () => {
  const page = await browser.page();
  await page.goto('/');
  await fillSignIn(page, person('viewer'));
  await page.waitForURL((url) => url.pathname !== '/');
  await boardReady(page);
  const first = await storedValue(page, 'dpackage');
  expect([first, await storedValue(page, 'selectedPackage'), await storedValue(page, 'enteredPackage')]).toEqual([
    WEB,
    WEB,
    undefined,
  ]);

  // Chosen from the list: selected, not entered.
  const field = page.getByLabel('Package').first();
  await field.click();
  await page.getByRole('option', { name: 'Harbour Tales', exact: true }).click();
  await page.waitForURL((url) => url.searchParams.get('package') === APP);
  // Written once the page has followed the address; so are the dates below.
  await expect.poll(() => storedValue(page, 'selectedPackage')).toBe(APP);
  expect(await storedValue(page, 'enteredPackage')).toBe(undefined);
  // Typed by an administrator: entered, too.
  await choosePackage(page, 'Nothing Yet');
  await page.waitForURL((url) => url.searchParams.get('package') === EMPTY_PACKAGE);
  await page.getByRole('button', { name: 'Collapse menu' }).click();
  await page.getByRole('button', { name: /Date range/ }).click();
  const days = page.getByRole('dialog').getByRole('table').first();
  await days.locator('button:not([disabled]):not([data-outside])').nth(2).click();
  await days.locator('button:not([disabled]):not([data-outside])').nth(5).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });

  const from = new URL(page.url()).searchParams.get('from');
  const to = new URL(page.url()).searchParams.get('to');
  await expect.poll(() => storedValue(page, 'startDate')).toBe(from);
  const kept = Object.fromEntries(
    await Promise.all(
      (await page.evaluate(() => Object.keys(localStorage))).map(async (key) => [key, await storedValue(page, key)]),
    ),
  );
  expect(kept).toMatchObject({
    token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
    auth_data: { role: 'admin', name: person('viewer').auth.name },
    email: person('viewer').email,
    dpackage: WEB,
    selectedPackage: EMPTY_PACKAGE,
    enteredPackage: EMPTY_PACKAGE,
    dash: expect.stringMatching(/^[A-Z]/),
    menu: expect.arrayContaining([expect.objectContaining({ route: '/web/dashboard/visit' })]),
    dates: { fromDate: from, toDate: to },
    startDate: from,
    startDateValue: from,
    endDate: to,
    LOGIN_TIME: expect.any(Number),
    EXPIRED_TIME: kept['LOGIN_TIME'] + 3 * 3_600_000,
    ToggleAsideMenu: true,
  });

  // What is chosen counts first; without it what was entered, then the default.
  const opensWith = async (): Promise<unknown> => {
    await page.goto('/traffic/events');
    await page.waitForURL((url) => url.searchParams.has('package'));
    await page.waitForLoadState('networkidle');
    return new URL(page.url()).searchParams.get('package');
  };
  expect(await opensWith()).toBe(EMPTY_PACKAGE);
  const put = (key: string, value: string): Promise<void> =>
    page.evaluate(([name, text]) => localStorage.setItem(name, btoa(JSON.stringify(text))), [key, value] as const);
  await put('selectedPackage', 'gone.example');
  await put('enteredPackage', APP);
  expect(await opensWith()).toBe(APP);
  await put('selectedPackage', 'gone.example');
  await put('enteredPackage', 'gone.example');
  await put('dpackage', EMPTY_PACKAGE);
  expect(await opensWith()).toBe(EMPTY_PACKAGE);
});

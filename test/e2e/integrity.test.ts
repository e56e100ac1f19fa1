import type { FrameLocator, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { expectAccessible } from './accessibility.ts';
import { expectNoSidewaysScroll, numberIn, person, picture, useBrowser } from './browser.ts';

/** A package of its own: its links are followed by nobody else. */
const SITE = `links-${Date.now().toString(36)}.example`;
const browser = useBrowser();
let page: Page;

const as = () => ({ authorization: person('admin').token });
const post = async (path: string, data: object) => {
  const answer = await page.request.post(path, { headers: as(), data });
  expect([path, answer.status()]).toEqual([path, 200]);
  return (await answer.json()).data;
};

beforeAll(async () => {
  page = await browser.as('admin', { viewport: { width: 1440, height: 1000 } });
  await post('/api/config/package', {
    package_name: SITE,
    package_title: 'Linking Shop',
    platform: 'web',
    time_zone: 'UTC',
    currency: 'EUR',
  });
  await post('/api/mtrackit/campaign', {
    package_name: SITE,
    campaign_name: 'Spring',
    landing_page: 'https://shop.example/start',
    time_zone: 'UTC',
    currency: 'EUR',
  });
  await post('/api/mtrackit/publisher_add', { package_name: SITE, name: 'river' });
}, 120_000);

const open = async (path: string, heading: string) => {
  await page.goto(`${path}?package=${SITE}`);
  await page.getByRole('heading', { level: 1, name: heading, exact: true }).waitFor();
};
const row = (text: string) => page.getByRole('row').filter({ hasText: text });
const choose = async (label: string, option: string) => {
  await page.getByRole('combobox', { name: label }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
};

/** How often a link of each kind is followed: neither board can pass for the other. */
const FOLLOWED = { click: 1, impression: 2 } as const;

/** An address of a network in Germany. */
const GERMAN = '84.160.1.7';

describe.each([
  ['click', 'Click', 'c'],
  ['impression', 'Impression', 'i'],
] as const)('the tools of %s integrity', (kind, name, way) => {
  const base = `/${kind}-integrity`;
  const routes = kind === 'click' ? ['06', '07', '08', '09', '10'] : ['12', '13', '14', '15', '16'];
  const [places, testing, rules, links, report] = routes.map((each) => `[INTG-ROUTE-${each}]`);

  it(`write a rule, change it, and explain by it what becomes of a pasted request ${rules} ${testing}`, async () => {
    await open(`${base}/rule_configuration`, `${name} Integrity Rule Configuration`);
    await page.getByRole('button', { name: 'Add rule' }).first().click();
    const panel = page.getByRole('dialog');
    await panel.getByLabel('Name').fill('No libraries');
    await panel.getByRole('combobox', { name: 'Looks at' }).click();
    await page.getByRole('option', { name: 'Class of the agent' }).click();
    await panel.getByRole('combobox', { name: 'With', exact: true }).fill('library');
    await page.getByRole('option', { name: 'HTTP library' }).click();
    await page.keyboard.press('Escape');
    await panel.getByRole('combobox', { name: 'Action' }).click();
    await page.getByRole('option', { name: 'Block', exact: true }).click();
    await panel.getByRole('button', { name: 'Save' }).click();
    await row('No libraries').waitFor();
    await page.getByText('What is written differs from what is in force.').waitFor();
    await expectAccessible(page);
    await picture(page, `${kind}-integrity-rules`);
    await page.getByRole('button', { name: 'Put in force' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Put in force' }).click();
    await page.getByText('In force: version 1').waitFor();
    // The last is asked first, by the keyboard, which stays on its button; and back as it was.
    await post(`/api/integrity/${kind}/rules`, {
      package_name: SITE,
      name: 'Not at night',
      field: 'hour',
      operator: 'under',
      values: ['5'],
      action: 'flag',
    });
    await page.reload();
    const up = page.getByRole('button', { name: 'Move Not at night up' });
    await up.focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => page.getByRole('row').nth(1).textContent(), { timeout: 10_000 }).toContain('Not at night');
    expect(await up.evaluate((button) => button === document.activeElement)).toBe(true);
    await page.getByText('Versions: 1').click();
    await page.getByText('added: No libraries').waitFor();
    await picture(page, `${kind}-integrity-order`);
    await expectAccessible(page);
    await page.setViewportSize({ width: 390, height: 844 });
    await expectNoSidewaysScroll(page);
    await page.emulateMedia({ colorScheme: 'dark' });
    await picture(page, `${kind}-integrity-order-390`);
    await page.emulateMedia({ colorScheme: 'light' });
    await page.setViewportSize({ width: 1440, height: 1000 });
    await page.getByRole('button', { name: 'Go back to version 1' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Go back to it' }).click();
    await expect.poll(() => page.getByRole('row').nth(1).textContent(), { timeout: 10_000 }).toContain('No libraries');

    await open(`${base}/configuration_testing`, `${name} Integrity Configuration Testing`);
    await page.getByLabel('A recorded request').fill('User-Agent: curl/8.4.0');
    await page.getByRole('button', { name: 'Test', exact: true }).click();
    await page.getByText('Rule: No libraries').waitFor();
    await picture(page, `${kind}-integrity-test`);
    await page
      .getByLabel('A recorded request')
      .fill(
        'User-Agent: Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36',
      );
    await page.getByRole('button', { name: 'Test', exact: true }).click();
    await page.getByText('does not hold').waitFor();
    await expectAccessible(page);
  });

  it(`make a link that is counted when it is followed, and its report says what became of it ${links} ${report}`, async () => {
    await open(`${base}/generate_url`, `${name} Integrity Generate URL`);
    await choose('Campaign', 'Spring');
    await choose('Publisher', 'river');
    await page.getByRole('button', { name: 'Make link' }).click();
    const link = page
      .locator('pre')
      .filter({ hasText: `/t/${way}/` })
      .first();
    await link.waitFor();
    await expectAccessible(page);
    await picture(page, `${kind}-integrity-links`);
    const { pathname, search } = new URL((await link.textContent()) ?? '');
    for (let n = 0; n < FOLLOWED[kind]; n++) {
      const headers = { 'x-forwarded-for': GERMAN };
      const followed = await page.request.get(`${pathname}${search}`, { maxRedirects: 0, headers });
      expect(followed.status()).toBe(kind === 'click' ? 302 : 200);
    }
    await open(`${base}/report`, `${name} Integrity Report`);
    await expect
      .poll(
        async () => {
          await page.reload();
          await page.getByRole('heading', { level: 1 }).waitFor();
          return row('river').count();
        },
        { timeout: 60_000, interval: 1_500 },
      )
      .toBe(FOLLOWED[kind]);
    await picture(page, `${kind}-integrity-report`);
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'CSV' }).click(),
    ]);
    expect(file.suggestedFilename()).toMatch(/\.csv$/);
  });

  it(`keep countries of a campaign, drawn against those its requests came from ${places}`, async () => {
    await open(`${base}/campaign_geo_location`, `${name} Integrity Geo Location`);
    const look = () => page.getByRole('button', { name: 'Look at Spring' }).click();
    await look();
    const panel = page.getByRole('dialog');
    const onMap = (country: string) => panel.locator(`[role=slider] [data-country=${country}]`);
    const shape = (country: string) => onMap(country).locator('path').first();
    const fill = (country: string) => shape(country).evaluate((path) => getComputedStyle(path).fill);
    await onMap('DE').waitFor();
    const stateOf = (country: string) => onMap(country).getAttribute('data-state');
    expect([await stateOf('DE'), await stateOf('FR')]).toEqual(['allowed_seen', 'unseen']);
    const clean = await fill('DE');
    expect(clean).not.toBe(await fill('FR'));

    await panel.getByRole('combobox', { name: 'Allowed countries' }).fill('Franc');
    await page.getByRole('option', { name: 'France' }).click();
    await page.keyboard.press('Escape');
    expect([await stateOf('DE'), await stateOf('FR')]).toEqual(['outside_seen', 'allowed_unseen']);
    expect(new Set([clean, await fill('DE'), await fill('FR'), await fill('BR')]).size).toBe(4);
    await expectAccessible(page);
    await picture(page, `${kind}-integrity-places-map`);

    const map = panel.getByRole('slider');
    await map.focus();
    await page.keyboard.press('Home');
    expect(await map.getAttribute('aria-valuetext')).toBe(`Germany, Not allowed, seen, Requests: ${FOLLOWED[kind]}`);
    await page.keyboard.press('Enter');
    await panel.getByRole('button', { name: 'Allow', exact: true }).click();
    expect(await stateOf('DE')).toBe('allowed_seen');
    await panel.getByRole('button', { name: 'Save' }).click();
    await row('Spring').filter({ hasText: 'Germany' }).waitFor();
    await picture(page, `${kind}-integrity-places`);

    await look();
    await shape('DE').click();
    const number = panel.getByRole('status').getByRole('link', { name: `Germany, Requests: ${FOLLOWED[kind]}` });
    await number.click();
    await page.waitForURL(/\/traffic\/events\?.*ip_country=DE/);
    const count = page.locator('[aria-live=polite] strong');
    await expect.poll(async () => (await count.first().textContent())?.trim()).toBe(String(FOLLOWED[kind]));
  });
});

describe('boards of integrity', () => {
  it.each([
    ['/integrity/dashboard/click', 'Click Integrity Dashboard', '[INTG-ROUTE-01]'],
    ['/integrity/dashboard/impression', 'Impression Integrity Dashboard', '[INTG-ROUTE-02]'],
    ['/integrity/click', 'Click Integrity', '[INTG-ROUTE-03]'],
    ['/integrity/impression', 'Impression Integrity', '[INTG-ROUTE-04]'],
  ])('%s counts what own links brought %s %s', async (path, heading) => {
    await open(path, heading);
    await page.getByText('river').first().waitFor();
  });

  it.each([
    ['click', 'Click'],
    ['impression', 'Impression'],
  ] as const)(
    'of %ss have one total on the dashboard, among the sources and, where nothing else is configured, in the frame [INTG-GAP-02]',
    async (kind, name) => {
      const totalIn = async (place: Page | FrameLocator): Promise<number> => {
        const total = place.locator('section[aria-label="Total"] [title]').first();
        await total.waitFor();
        return numberIn((await total.getAttribute('title')) ?? '');
      };
      await open(`/integrity/dashboard/${kind}`, `${name} Integrity Dashboard`);
      const shown = [await totalIn(page)];
      const days = new URL(page.url()).searchParams;
      await open(`/integrity/${kind}`, `${name} Integrity`);
      shown.push(await totalIn(page));
      await open(`/${kind}-integrity/dashboard`, `${name} Integrity Dashboard`);
      shown.push(await totalIn(page.frameLocator('iframe')));
      const asked = `package_name=${SITE}&start_date=${days.get('from')}&end_date=${days.get('to')}`;
      const answer = await page.request.get(`/api/integrity/${kind}/dashboard?${asked}`, { headers: as() });
      const { total } = (await answer.json()).data;
      expect([total, ...shown]).toEqual(Array(4).fill(FOLLOWED[kind]));
    },
  );

  it('are embedded with an address of the server, and fill the screen when asked [INTG-ROUTE-05] [INTG-ROUTE-11] [LAY-UI-07] [LAY-UI-39] [LAY-UI-40]', async () => {
    const seen: string[] = [];
    for (const kind of ['click', 'impression'] as const) {
      const asked = page.waitForResponse((answer) => answer.url().includes(`/api/user/${kind}_integrity`));
      await open(`/${kind}-integrity/dashboard`, `${kind === 'click' ? 'Click' : 'Impression'} Integrity Dashboard`);
      const { url } = (await (await asked).json()).data;
      const frame = page.locator('iframe');
      expect(await frame.getAttribute('src')).toBe(url);
      await frame.contentFrame().getByText('Checks that decided').first().waitFor();
      seen.push(url);
    }
    expect(new Set(seen).size).toBe(2);
    const toggle = page.getByRole('button', { name: 'Full screen' }).first();
    await toggle.click();
    await expect
      .poll(() => page.evaluate(() => document.fullscreenElement?.querySelector('iframe') !== null))
      .toBe(true);
    await page.getByRole('button', { name: 'Leave full screen' }).click();
    await expect.poll(() => page.evaluate(() => document.fullscreenElement)).toBe(null);
    await page.goto(`/report?package=${SITE}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(await page.getByRole('button', { name: 'Full screen' }).count()).toBe(0);
  });
});

describe('rules of user acquisition', () => {
  it('have a list, a form to add and a form to change [INTG-ROUTE-17] [INTG-ROUTE-18] [INTG-ROUTE-19]', async () => {
    await open('/user-acquisition/rule-configuration', 'User Acquisition Rules');
    await page
      .getByRole('button', { name: 'Add rule' })
      .or(page.getByRole('link', { name: 'Add rule' }))
      .first()
      .click();
    await page.getByRole('heading', { level: 1, name: 'Add User Acquisition Rule' }).waitFor();
    await page.getByLabel('Name').fill('From there');
    await page.getByRole('combobox', { name: 'With', exact: true }).fill('Belg');
    await page.getByRole('option', { name: 'Belgium' }).click();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Save' }).click();
    await row('From there').waitFor();
    await row('From there').click();
    await page.getByRole('heading', { level: 1, name: 'Edit User Acquisition Rule' }).waitFor();
    expect(await page.getByLabel('Name').inputValue()).toBe('From there');
    await page.getByLabel('Name').fill('From nowhere');
    await page.getByRole('button', { name: 'Save' }).click();
    await row('From nowhere').waitFor();
    await expectAccessible(page);
    await picture(page, 'acquisition-rules');
    const edit = '/user-acquisition/rule-configuration/edit';
    await open(edit, 'Edit User Acquisition Rule');
    await page.getByText('The address names no rule.').waitFor();
    await page.goto(`${edit}?package=${SITE}&id=999999`);
    await page.getByText('There is no rule with the number 999999').waitFor();
    await page.getByRole('link', { name: 'Back to the rules' }).click();
    await row('From nowhere').waitFor();
  });
});

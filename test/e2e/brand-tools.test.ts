import { createHmac } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { PAGE_SIZES } from '#platform/contract/paging.ts';
import { boardReady, person, textOf, useBrowser } from './browser.ts';
import { APP, WEB } from './people.ts';

/** What goes through several of the brand pages and public tools at once. */
const browser = useBrowser();
/** A package of its own. */
const SITE = `branded-${Date.now().toString(36)}.example`;
const headers = () => ({ authorization: person('admin').token });
let page: Page;

const post = async (path: string, data: object) => {
  const made = await page.request.post(`/api/${path}`, { headers: headers(), data });
  expect([path, made.status()]).toEqual([path, 200]);
  return (await made.json()).data;
};
const open = (path: string) => page.goto(`${path}?package=${SITE}`);

beforeAll(async () => {
  page = await browser.as('admin');
  await post('config/package', {
    package_name: SITE,
    package_title: 'Branded',
    platform: 'web',
    time_zone: 'Europe/Berlin',
    currency: 'EUR',
  });
});

describe('a failure without a word', () => {
  /** What is done until it fails, where, and the text there. */
  const FLOWS: readonly (readonly [string, string, string, (on: Page) => Promise<void>])[] = [
    [
      'a scan of the quick list',
      '**/api/yt_relevancy/scan',
      'Something went wrong!',
      async (on) => {
        await on.goto('/quick-list');
        await on.getByRole('group').getByRole('combobox', { name: 'Geolocation' }).fill('Ger');
        await on.getByRole('listbox').getByRole('option', { name: 'Germany', exact: true }).click();
        await on.getByRole('textbox', { name: 'Keyword' }).fill('coffee');
        await on.getByRole('group').getByRole('combobox', { name: 'Language' }).fill('Engl');
        await on.getByRole('listbox').getByRole('option', { name: 'English', exact: true }).click();
        await on.getByRole('button', { name: 'Scan', exact: true }).click();
      },
    ],
    [
      'an upload to brand hygiene',
      '**/api/brand_hygiene/upload*',
      'Something went wrong!',
      async (on) => {
        await on.goto('/brand-hygen');
        const tab = on.getByRole('tabpanel', { name: 'Image Upload', exact: true });
        const buffer = Buffer.from('89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489', 'hex');
        await tab.locator('input[type=file]').setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer });
        await tab.getByRole('button', { name: 'Upload', exact: true }).click();
      },
    ],
    [
      'a sign-up',
      '**/api/onboarding/signup',
      'Something went wrong!',
      async (on) => {
        await on.goto('/sign-up');
        for (const [label, typed] of [
          ['Name', 'Nobody'],
          ['Email', 'nobody@else.example'],
          ['Domain', 'else.example'],
          ['Password', 'Abcde1#xyz'],
        ] as const)
          await on.getByLabel(label, { exact: true }).fill(typed);
        await on.locator('input[name=terms]').check();
        await on.locator('button[type=submit]').click();
      },
    ],
    [
      'a save in the shell',
      '**/api/user/profile',
      'Something Went wrong!',
      async (on) => {
        await on.goto('/user-profile');
        const field = on
          .getByRole('main')
          .getByRole('textbox', { name: /^(Name|Phone)$/ })
          .and(on.locator('input:not([readonly])'));
        await field.first().fill('Typed words');
        await on.getByRole('main').getByRole('button', { name: 'Save', exact: true }).first().click();
      },
    ],
    [
      'something deleted',
      '**/api/web-bi/tools/linked_accounts/*',
      'Something went Wrong',
      async (on) => {
        await on.goto(`/web/tools/linked-accounts?package=${SITE}`);
        await on
          .locator('main tbody tr')
          .first()
          .getByRole('button', { name: /Unlink/ })
          .click();
        await on.getByRole('dialog').getByRole('button', { name: 'Unlink', exact: true }).click();
      },
    ],
    [
      'an invoice',
      '**/api/reconciliation/generate_invoice',
      'Something went wrong',
      async (on) => {
        await on.goto(`/reconcilation/invoices?package=${SITE}`);
        await on.getByRole('button', { name: 'Generate invoice' }).click();
        const panel = on.getByRole('dialog');
        await panel.getByLabel('First day').fill('2026-03-01');
        await panel.getByLabel('Last day').fill('2026-03-31');
        await panel.getByRole('button', { name: 'Issue', exact: true }).click();
      },
    ],
  ];

  it('is told in the words of its place: tools and sign-up, saves, deletes, invoices [ERR-GAP-04] [ERR-MSG-07]', async () => {
    const account = { package_name: SITE, platform: 'meta', account_id: 'act_12345', name: 'Feed' };
    await post('web-bi/tools/linked_accounts', account);
    const stranger = await browser.page();
    for (const [what, url, words, act] of FLOWS) {
      const on = words.endsWith('wrong!') && what !== 'a save in the shell' ? stranger : page;
      await on.route(url, (route) =>
        route.request().method() === 'GET' ? route.continue() : route.fulfill({ status: 500, body: '' }),
      );
      await act(on);
      const said = on.getByText(words, { exact: true }).first();
      await said.waitFor({ timeout: 20_000 }).catch(() => undefined);
      const others = ['Something went wrong!', 'Something Went wrong!', 'Something went Wrong', 'Something went wrong'];
      const shown: string[] = [];
      for (const each of others) if ((await on.getByText(each, { exact: true }).count()) > 0) shown.push(each);
      expect([what, shown]).toEqual([what, [words]]);
      await on.unroute(url);
    }
  }, 90_000);
});

it('what calls of brand hygiene are signed with is in no file of the pages, and pages send none [CLI-GAP-04]', async () => {
  const master = Buffer.from(readFileSync(join(inject('dataFolder'), 'secrets', 'signed-links'), 'utf8').trim(), 'hex');
  const own = createHmac('sha256', master).update('hygiene-authorization').digest('hex');
  const told = (authorization: string) =>
    page.request.post('/api/brand_hygiene/safety', {
      data: { authorization, s3_presigned_url: 'https://else.example/x' },
    });
  expect((await told(own)).status()).not.toBe(403);
  expect((await told(`${own.slice(1)}0`)).status()).toBe(403);
  const files = readdirSync(join(process.cwd(), 'dist/web'), { recursive: true, encoding: 'utf8' });
  const scripts = files.filter((name) => /\.(js|html|css|json)$/.test(name));
  expect(scripts.length).toBeGreaterThan(50);
  const texts = scripts.map((name) => readFileSync(join(process.cwd(), 'dist/web', name), 'utf8'));
  const holds = (text: string) => scripts.filter((_, at) => texts[at]?.includes(text));
  expect([holds('ADSIEVE_HYGIENE'), holds(own)]).toEqual([[], []]);
  // Whatever value stood there would stand behind this name.
  const values = texts.flatMap((text) =>
    [...text.matchAll(/\bauthorization:\s*([`'"])(.*?)\1/g)].map(([, , value]) => value),
  );
  expect(values.length).toBeGreaterThan(0);
  expect(new Set(values)).toEqual(new Set(['']));
});

it('brand infringement, brand safety and brand relevancy have screens with what is stored and something to do with it [OTH-RULE-01]', async () => {
  const days = { start: '2026-01-01', end: '2026-12-31' };
  const brief = { package_name: SITE, campaign_name: 'Spring', brand: 'Branded', keywords: ['wool'], ...days };
  await post('v2/br/config/insert', brief);
  await post('adword/competitor', {
    package_name: SITE,
    ads: [
      {
        keyword: 'branded',
        advertiser: 'Rival',
        final_url: 'https://rival.example/',
        display_url: 'rival.example',
        observed_at: `${new Date().toISOString().slice(0, 10)} 00:00`,
      },
    ],
  });
  for (const [path, row, action] of [
    ['/brand-relevancy/brief-config', 'Spring', 'Add requirement'],
    ['/adword_competitor', 'rival.example', 'Add an ad'],
  ] as const) {
    await open(path);
    await page.locator('main tbody tr').filter({ hasText: row }).first().waitFor();
    expect(
      await page
        .getByRole('main')
        .getByRole('button', { name: action })
        .or(page.getByRole('main').getByRole('link', { name: action }))
        .count(),
    ).toBeGreaterThan(0);
  }
  await page.goto(`/bs-dashboard?package=${APP}`);
  await boardReady(page);
  expect(await textOf(page.getByRole('heading', { level: 1 }))).toBe('Brand Safety Dashboard');
  await page.locator('main tbody tr').first().waitFor();
  await page.getByRole('button', { name: /^Filters/ }).waitFor();
});

it('the ad-processing configuration of a package shows what is stored and stores what is set [OTH-ROUTE-05]', async () => {
  await open('/adao-configuration');
  const brand = page.getByRole('main').getByRole('textbox', { name: 'Brand', exact: true });
  await brand.fill('Branded goods');
  const limit = page
    .getByRole('main')
    .getByRole('textbox', { name: /from so sure on/ })
    .first();
  await limit.fill('37');
  await page.getByRole('main').getByRole('button', { name: 'Save', exact: true }).first().click();
  await page.getByText('Saved', { exact: true }).first().waitFor();
  await page.reload();
  await expect.poll(() => brand.inputValue()).toBe('Branded goods');
  expect(await limit.inputValue()).toBe('37 %');
  const kept = await page.request.get(`/api/adao/configuration?package_name=${SITE}`, { headers: headers() });
  expect((await kept.json()).data).toMatchObject({ package_name: SITE, brand: 'Branded goods' });
  await page.goto(`/adao-configuration?package=${WEB}`);
  await brand.waitFor();
  expect(await brand.inputValue()).not.toBe('Branded goods');
});

it('lists have ten rows at first, and 25, 50 or 100 when asked; a way of paying has no fee but the one somebody enters [CONST-GAP-01]', async () => {
  await post('web-bi/tools/domains/generate', { package_name: SITE });
  await open('/web/tools/domain-tracking');
  const rows = page.locator('main tbody tr');
  await rows.first().waitFor();
  const sizes = page.getByLabel('Rows per page').first();
  for (const size of PAGE_SIZES) {
    if (size !== PAGE_SIZES[0]) {
      const [asked] = await Promise.all([
        page.waitForRequest((each) => each.url().includes(`limit=${size}`)),
        sizes.click().then(() => page.getByRole('option', { name: String(size), exact: true }).click()),
      ]);
      expect(new URL(asked.url()).searchParams.get('page')).toBe('1');
    }
    expect(await sizes.inputValue()).toBe(String(size));
  }
  const shown = page
    .getByRole('main')
    .getByText(/of \d+ rows/)
    .first();
  await expect.poll(() => textOf(shown)).toMatch(/^100 /);
  const terms = { package_name: SITE, name: 'No price', model: 'CPA', currency: 'EUR', valid_from: '2026-01-01' };
  const refused = await page.request.post('/api/reconciliation/payment', { headers: headers(), data: terms });
  expect([refused.status(), await refused.text()]).toEqual([422, expect.stringContaining('needs an amount')]);
});

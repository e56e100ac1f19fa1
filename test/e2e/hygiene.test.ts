import type { Locator, Page, Route } from 'playwright-core';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { expectAccessible } from './accessibility.ts';
import { expectNoSidewaysScroll, picture, useBrowser } from './browser.ts';
import { useMediaFiles } from './media-files.ts';
import { WEB } from './people.ts';

const SAFETY = '**/api/brand_hygiene/safety';
const UPLOAD = '**/api/brand_hygiene/upload*';
const SCANNING = 'File is getting scanned. Please wait!';
const MB = 1024 * 1024;

const browser = useBrowser();
const { sparse: fileOf } = useMediaFiles();

let drawn: { name: string; mimeType: string; buffer: Buffer };
beforeAll(async () => {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="900" height="500"><rect width="900" height="500" fill="#eef6ff"/>
    <text x="60" y="270" font-size="80" font-family="sans-serif">CASINO BONUS</text></svg>`;
  drawn = { name: 'ad.png', mimeType: 'image/png', buffer: await sharp(Buffer.from(svg)).png().toBuffer() };
});

const panel = (page: Page, name: string): Locator => page.getByRole('tabpanel', { name, exact: true });
const chooser = (tab: Locator) => tab.locator('input[type=file]');
const send = (tab: Locator) => tab.getByRole('button', { name: 'Upload', exact: true });
/** The server answers with this in the place of an analysis; nothing is stored, for strangers have twenty an hour. */
const answers = async (page: Page, statusCode: number, body: unknown): Promise<void> => {
  await page.route(UPLOAD, (route) => route.fulfill({ json: { signedURL: 'https://files.example/one' } }));
  await page.route(SAFETY, (route) => route.fulfill({ json: { statusCode, body } }));
};
const scanned = async (tab: Locator, file = drawn): Promise<void> => {
  await chooser(tab).setInputFiles([]);
  await chooser(tab).setInputFiles(file);
  await send(tab).click();
};

describe('brand hygiene for anybody', () => {
  it('scans a picture by both addresses: the preview above what the file itself says [BH-ROUTE-01] [BH-ROUTE-02] [BH-UI-02] [BH-UI-03] [BH-UI-14] [BH-UI-15] [BH-STATE-02] [BH-STATE-05] [BH-ENT-02]', async () => {
    const page = await browser.page();
    for (const path of ['/brand-hygen', '/brandHygiene']) {
      await page.goto(path);
      await page.getByRole('tab').first().waitFor();
      expect(await page.getByRole('tab').allTextContents()).toEqual(['Image Upload', 'Video Upload']);
      expect(await page.getByRole('tab', { name: 'Image Upload' }).getAttribute('aria-selected')).toBe('true');
      await page.getByText(/Video max 40 seconds and 39 MB, audio max 1 minute and 39 MB/).waitFor();
      const tab = panel(page, 'Image Upload');
      expect([await chooser(tab).getAttribute('accept'), await send(tab).isDisabled()]).toEqual(['image/*', true]);
      const sent: [string, unknown][] = [];
      page.on('request', (request) => {
        if (request.url().includes('/brand_hygiene/'))
          sent.push([new URL(request.url()).pathname, request.url().endsWith('safety') ? request.postDataJSON() : '']);
      });
      await chooser(tab).setInputFiles(drawn);
      await tab.locator('img').waitFor();
      const stored = page.waitForResponse(UPLOAD);
      await send(tab).click();
      const { signedURL } = await (await stored).json();
      const text = tab.locator('details', { hasText: 'CASINO BONUS' });
      await text.first().waitFor({ timeout: 60_000 });
      expect(sent.slice(-2)).toEqual([
        ['/api/brand_hygiene/upload', ''],
        ['/api/brand_hygiene/safety', { endpoint: 'generic_all', authorization: '', s3_presigned_url: signedURL }],
      ]);
      const [above, below] = [await tab.locator('img').first().boundingBox(), await text.first().boundingBox()];
      expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? 0);
      page.removeAllListeners('request');
    }
    await expectAccessible(page, 'brand hygiene for anybody');
    await picture(page, 'hygiene-public');
    await page.getByRole('tab', { name: 'Video Upload' }).click();
    expect(await chooser(panel(page, 'Video Upload')).getAttribute('accept')).toBe('video/*');
    await page.setViewportSize({ width: 390, height: 844 });
    await expectNoSidewaysScroll(page);
  });

  it('takes only what it may, each refusal in its own words, before anything is sent [BH-STATE-03] [BH-MSG-03] [BH-MSG-04] [BH-MSG-05] [BH-MSG-07] [BH-RULE-06] [BH-GAP-08]', async () => {
    const page = await browser.page();
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'PUT' || request.url().includes('/brand_hygiene/')) sent.push(request.url());
    });
    await page.goto('/brand-hygen');
    const said = async (tab: Locator, file: string | { name: string; mimeType: string; buffer: Buffer }) => {
      await chooser(tab).setInputFiles([]);
      await chooser(tab).setInputFiles(file);
      const text = await tab.getByRole('alert').textContent();
      expect(await send(tab).isDisabled()).toBe(true);
      return text;
    };
    const image = panel(page, 'Image Upload');
    expect(await said(image, { name: 'a.mp4', mimeType: 'video/mp4', buffer: Buffer.from('x') })).toBe(
      'Please upload image file',
    );
    const refused = [
      { name: 'a.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>') },
      { name: 'a.tif', mimeType: 'image/tiff', buffer: await sharp(drawn.buffer).tiff().toBuffer() },
      { name: 'a.png', mimeType: 'image/png', buffer: Buffer.from('no picture') },
    ];
    for (const file of refused) expect(await said(image, file)).toBe('Please upload image file');
    expect(await said(image, fileOf('large.png', 6 * MB))).toBe('Size is too large. upload an image less than 5 mb!');
    await image.locator('form').evaluate((form) => (form as HTMLFormElement).requestSubmit());
    await image.getByText('Please upload image file').waitFor();
    await chooser(image).setInputFiles(drawn);
    await expect.poll(() => send(image).isEnabled()).toBe(true);
    expect(await image.getByRole('alert').count()).toBe(0);
    await page.getByRole('tab', { name: 'Video Upload' }).click();
    const video = panel(page, 'Video Upload');
    expect(await said(video, drawn)).toBe('Please upload a video file');
    expect(await said(video, fileOf('large.mp4', 51 * MB))).toBe('Size is too large. upload a video less than 50MB!');
    await video.locator('form').evaluate((form) => (form as HTMLFormElement).requestSubmit());
    await video.getByText('Please upload video file').waitFor();
    expect(sent).toEqual([]);
  });

  it('shows each part that has something in it, its names with commas, and none that has nothing [BH-UI-07] [BH-UI-08] [BH-UI-09] [BH-UI-10] [BH-UI-11] [BH-UI-12] [BH-UI-13] [BH-RULE-03] [BH-MSG-01] [BH-STATE-04] [BH-STATE-08]', async () => {
    const page = await browser.page();
    await page.goto('/brand-hygen');
    const tab = panel(page, 'Image Upload');
    const PARTS = {
      generic_labels: ['Generic Labels', { Beach: 0.8, Cup: 0.5 }, 'Beach, Cup'],
      celebrity: ['Celebrity', { 'Ann Example': { confidence: 0.9 } }, 'Ann Example'],
      logo: ['Logo', { Acme: 0.9, Zed: 0.5 }, 'Acme, Zed'],
      moderation_labels: ['Moderation Labels', { Alcohol: { confidence: 0.7 } }, 'Alcohol'],
      demographics: ['Demographics', { age: ['25-32'], gender: ['Female'], emotions: ['Happy'] }, '25-32'],
      text: ['Text', 'printed words', 'printed words'],
      translation: ['Translation', 'words in English', 'words in English'],
    } as const;
    for (const [part, [heading, value, shown]] of Object.entries(PARTS)) {
      await page.unroute(SAFETY);
      await answers(page, 200, { result: { [part]: value } });
      await scanned(tab);
      const section = tab.locator('details', { hasText: shown });
      await section.getByText(heading, { exact: true }).waitFor();
      expect(await tab.locator('details').count(), part).toBe(1);
      expect(await section.getByText(shown).first().isVisible()).toBe(true);
      await section.getByText(heading, { exact: true }).click();
      expect(await section.getByText(shown).first().isVisible()).toBe(false);
    }
    // Another tab keeps its own, and a new file takes what was found of the last one away.
    await page.getByRole('tab', { name: 'Video Upload' }).click();
    expect(await panel(page, 'Video Upload').locator('details').count()).toBe(0);
    await page.getByRole('tab', { name: 'Image Upload' }).click();
    expect(await tab.locator('details').count()).toBe(1);
    await chooser(tab).setInputFiles(drawn);
    await expect.poll(() => tab.locator('details').count()).toBe(0);
    for (const [body, words] of [
      [{ result: {} }, 'No data found'],
      ['Nothing of the kind', 'Nothing of the kind'],
    ] as const) {
      await page.unroute(SAFETY);
      await answers(page, 200, body);
      await scanned(tab);
      await tab.getByText(words, { exact: true }).waitFor();
    }
  });

  it('says what went wrong by the status in the answer, and can be used again [BH-STATE-07] [BH-STATE-09] [BH-MSG-09] [BH-MSG-10] [BH-MSG-12] [BH-GAP-04]', async () => {
    const page = await browser.page();
    await page.goto('/brand-hygen');
    const tab = panel(page, 'Image Upload');
    const cases: readonly [number, string, string][] = [
      [429, 'Too many for now', 'Too many for now'],
      [422, 'This is no picture', 'This is no picture'],
      [500, 'x', 'Something went wrong!'],
    ];
    for (const [statusCode, body, words] of cases) {
      await page.unroute(SAFETY);
      await answers(page, statusCode, body);
      await scanned(tab);
      await tab.getByRole('alert').getByText(words, { exact: true }).waitFor();
      expect([await tab.locator('details').count(), await send(tab).isEnabled()]).toEqual([0, true]);
    }
    for (const blocked of [SAFETY, UPLOAD]) {
      await page.unrouteAll();
      await page.route(blocked, (route) => route.abort());
      await scanned(tab);
      await tab.getByRole('alert').getByText('Something went wrong!', { exact: true }).waitFor();
      await expect.poll(() => send(tab).isEnabled()).toBe(true);
      expect(await tab.getByText(SCANNING).count()).toBe(0);
    }
  });

  it('waits for an answer as long as it takes, shows so, and gives up after 150 seconds [BH-UI-04] [BH-STATE-06] [BH-MSG-02] [BH-CONST-03] [BH-MSG-13] [CLI-GAP-03]', async () => {
    const page = await browser.page();
    await page.clock.install();
    await page.goto('/brand-hygen');
    const tab = panel(page, 'Image Upload');
    const held: Route[] = [];
    await page.route(SAFETY, (route) => void held.push(route));
    const waits = async (seconds: number): Promise<void> => {
      await scanned(tab);
      await tab.getByText(SCANNING, { exact: true }).waitFor();
      await expect.poll(() => held.length).toBeGreaterThan(0);
      expect(await send(tab).isDisabled()).toBe(true);
      await page.clock.fastForward(seconds * 1_000);
    };
    await waits(100);
    await tab.getByText(SCANNING, { exact: true }).waitFor();
    await held.pop()?.fulfill({ json: { statusCode: 200, body: { result: { text: 'after a while' } } } });
    await tab.getByText('after a while').waitFor();
    expect(await tab.getByText(SCANNING).count()).toBe(0);
    await waits(151);
    await tab.getByRole('alert').getByText('Unable to process currently. Try again in a few minutes').waitFor();
    expect([await tab.getByText(SCANNING).count(), await send(tab).isEnabled()]).toEqual([0, true]);
  });

  it('takes ads in a queue and says how far each is; films are for who is signed in [PUB-ROUTE-03] [PUB-GAP-02]', async () => {
    const page = await browser.page();
    await page.goto('/adao-processing');
    await page.getByText('Nothing is in the queue yet.').waitFor();
    const [choosing] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('button', { name: 'Add files' }).click(),
    ]);
    await choosing.setFiles([drawn, { name: 'broken.png', mimeType: 'image/png', buffer: Buffer.from('no picture') }]);
    const item = (name: string) => page.getByRole('listitem').filter({ hasText: name });
    await item('ad.png').getByText('Done', { exact: true }).waitFor({ timeout: 60_000 });
    await item('ad.png').getByText('Gambling', { exact: true }).first().waitFor();
    await item('broken.png').getByRole('alert').waitFor();
    // What was sent is there after a reload, in this window alone; what was refused was not sent.
    await page.reload();
    await item('ad.png').getByText('Done', { exact: true }).waitFor({ timeout: 60_000 });
    await item('ad.png').getByText('Gambling', { exact: true }).first().waitFor();
    expect(await item('broken.png').count()).toBe(0);
    const other = await page.context().newPage();
    await other.goto('/adao-processing');
    await other.getByText('Nothing is in the queue yet.').waitFor();
    await other.close();
    await picture(page, 'adao-public');
    const walked: string[] = [];
    page.on('framenavigated', (frame) => walked.push(new URL(frame.url()).pathname));
    await page.goto('/adao-processing/video');
    await page.locator('input[type=password]').waitFor();
    expect(walked).toContain('/auth/login');
  });
});

describe('brand hygiene in the shell', () => {
  it('has four tabs, keeps what it found, and searches videos by keyword [BH-UI-05] [BH-UI-06] [BH-STATE-01] [BH-RULE-09] [BH-GAP-05] [BH-MSG-08]', async () => {
    const page = await browser.as('admin');
    await page.goto(`/brand-hygiene?package=${WEB}`);
    await page.getByRole('navigation', { name: 'Main menu' }).waitFor();
    expect(await page.getByRole('tab').allTextContents()).toEqual(['Image', 'Video', 'Audio', 'Keyword']);
    const tab = panel(page, 'Image');
    await scanned(tab, { ...drawn, name: `kept-${Date.now()}.png` });
    await tab.getByText('CASINO BONUS').first().waitFor({ timeout: 60_000 });
    await page.getByRole('row').filter({ hasText: 'kept-' }).getByText('Done').first().waitFor();
    await page.getByRole('tab', { name: 'Audio' }).click();
    const audio = panel(page, 'Audio');
    expect(await chooser(audio).getAttribute('accept')).toBe('audio/*');
    await audio.locator('form').evaluate((form) => (form as HTMLFormElement).requestSubmit());
    await audio.getByText('Please upload valid file').waitFor();
    await page.getByRole('tab', { name: 'Keyword' }).click();
    const search = panel(page, 'Keyword');
    await search.getByLabel('Geolocation').fill('United States');
    await page.getByRole('option', { name: 'United States', exact: true }).click();
    await search.getByLabel('Keyword').fill('hiking');
    await search.getByLabel('Language').click();
    await page.getByRole('option', { name: /^English/ }).click();
    const held: Route[] = [];
    await page.route('**/api/yt_relevancy/scan?*', (route) => void held.push(route));
    await search.getByRole('button', { name: 'Scan', exact: true }).click();
    expect(await search.getByRole('button', { name: 'Scanning...' }).isDisabled()).toBe(true);
    await expect.poll(() => held.length).toBe(1);
    expect(held[0]?.request().postDataJSON()).toMatchObject([{ keywords: 'hiking', is_user_registered: 'True' }]);
    await held[0]?.continue();
    await search.getByRole('table').waitFor();
    expect((await search.getByRole('columnheader').allTextContents()).map((text) => text.trim())).toEqual([
      // A box for all rows.
      '',
      'Keyword',
      'Category',
      'Title',
      'URL',
      'Owner',
      'Views',
      'Length(Seconds)',
      'Upload Date',
      'Status',
    ]);
    await expectAccessible(page, 'brand hygiene');
    await picture(page, 'hygiene-shell');
    await page.route('**/api/user/menu', async (route) => {
      const answer = await route.fetch();
      const { data, ...rest } = await answer.json();
      await route.fulfill({
        json: { ...rest, data: data.filter((entry: { route: string }) => entry.route === '/today') },
      });
    });
    await page.goto(`/brand-hygiene?package=${WEB}`);
    await page.getByText('/brand-hygiene was not found or is not open to you.').waitFor();
  });
});

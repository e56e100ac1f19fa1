import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { hasInstalled, hasProgram } from '../support/left-out.ts';
import { person, picture, textOf, useBrowser } from './browser.ts';
import { useMediaFiles, wave } from './media-files.ts';
import { WEB } from './people.ts';

const SAFETY = '**/api/brand_hygiene/safety';
const UPLOAD = '**/api/brand_hygiene/upload*';
const LONG = 'Please upload a video file duration less than 40 seconds';
const MB = 1024 * 1024;
const ANALYSED = { timeout: 90_000 };

const browser = useBrowser();
const { folder, film, padded, sparse } = useMediaFiles();

const panel = (page: Page, name: string): Locator => page.getByRole('tabpanel', { name, exact: true });
const send = (tab: Locator) => tab.getByRole('button', { name: 'Upload', exact: true });
interface InMemory {
  name: string;
  mimeType: string;
  buffer: Buffer;
}
type Chosen = string | InMemory;
const chosen = async (tab: Locator, file: Chosen): Promise<void> => {
  const input = tab.locator('input[type=file]');
  await input.setInputFiles([]);
  await input.setInputFiles(file);
};
const tabOf = async (page: Page, address: string, name: string): Promise<Locator> => {
  await page.goto(address);
  await page.getByRole('tab', { name }).click();
  return panel(page, name);
};
/** What is said of a file that is not taken. */
async function refused(tab: Locator, file: Chosen): Promise<string | null> {
  await chosen(tab, file);
  const said = await tab.getByRole('alert').textContent();
  expect(await send(tab).isDisabled()).toBe(true);
  return said;
}
/** A file is taken: it may be sent, and nothing is said against it. */
async function taken(tab: Locator, file: Chosen): Promise<void> {
  await chosen(tab, file);
  await expect.poll(() => send(tab).isEnabled()).toBe(true);
  expect(await tab.getByRole('alert').count()).toBe(0);
}
const analysed = async (tab: Locator, words: string | RegExp): Promise<void> => {
  await send(tab).click();
  await tab.getByText(words).first().waitFor(ANALYSED);
};
/** Without the screen: status of the upload, and the status and words of the analysis. */
async function direct(page: Page, file: Buffer, mediaType: string, endpoint = 'generic_all'): Promise<unknown[]> {
  const headers = { 'content-type': mediaType, authorization: person('admin').token };
  const stored = await page.request.post('/api/brand_hygiene/upload', { headers, data: file });
  if (!stored.ok()) return [stored.status(), (await stored.json()).message];
  const { signedURL } = await stored.json();
  const data = { endpoint, authorization: '', s3_presigned_url: signedURL };
  const { statusCode, body } = await (await page.request.post('/api/brand_hygiene/safety', { data })).json();
  return [stored.status(), statusCode, body];
}

let drawn: InMemory;
const films = { short: '', most: '', long: '', heavy: '' };
const isThere = hasInstalled('ffmpeg');
beforeAll(async () => {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="700" height="300"><rect width="700" height="300" fill="#fff8e6"/>
    <text x="40" y="170" font-size="70" font-family="sans-serif">SPRING OFFER</text></svg>`;
  drawn = { name: 'spring.png', mimeType: 'image/png', buffer: await sharp(Buffer.from(svg)).png().toBuffer() };
  if (!isThere) return;
  films.short = film('short.webm', 3);
  films.most = film('most.webm', 40);
  films.long = film('long.webm', 41);
  films.heavy = padded(film('heavy.mp4', 30), 45 * MB);
}, 120_000);

describe('limits of files', () => {
  it('are those of the screen and of the server alike: kinds by their bytes, pictures of 5 MB to the byte [BH-RULE-04] [BH-RULE-05]', async () => {
    const page = await browser.page();
    const tab = await tabOf(page, '/brand-hygen', 'Image Upload');
    const text = Buffer.from('no picture at all');
    expect(await refused(tab, { name: 'a.txt', mimeType: 'text/plain', buffer: text })).toBe(
      'Please upload image file',
    );
    // Called a picture it is none by its bytes, on the screen as for the server.
    expect(await refused(tab, { name: 'a.png', mimeType: 'image/png', buffer: text })).toBe('Please upload image file');
    expect(await direct(page, text, 'image/png')).toEqual([
      415,
      'This is no picture, film or recording that can be analysed here',
    ]);
    const most = Buffer.concat([drawn.buffer, Buffer.alloc(5 * MB - drawn.buffer.length)]);
    await taken(tab, { ...drawn, buffer: most });
    const large = Buffer.concat([most, Buffer.alloc(1)]);
    const words = 'Size is too large. upload an image less than 5 mb!';
    expect(await refused(tab, { ...drawn, buffer: large })).toBe(words);
    expect(await direct(page, large, 'image/png')).toEqual([413, words]);
    expect(await direct(page, drawn.buffer, 'video/mp4')).toEqual([415, expect.any(String)]);
    expect((await direct(page, most, 'image/png')).slice(0, 2)).toEqual([200, 200]);
  }, 120_000);

  it('of recordings are known before anything is sent, and the server has them, too [BH-GAP-03]', async () => {
    const page = await browser.as('admin');
    const tab = await tabOf(page, `/brand-hygiene?package=${WEB}`, 'Audio');
    const sent: string[] = [];
    page.on('request', (request) => request.url().includes('/brand_hygiene/upload') && sent.push(request.url()));
    const wav = (seconds: number) => ({ name: 'said.wav', mimeType: 'audio/wav', buffer: wave(seconds) });
    const wanted = 'Please upload valid file';
    expect(await refused(tab, wav(120))).toBe(wanted);
    expect(await refused(tab, drawn)).toBe(wanted);
    expect(await refused(tab, sparse('large.wav', 39 * MB + 1))).toBe(wanted);
    await taken(tab, wav(60));
    expect(sent).toEqual([]);
    const long = await direct(page, wave(120), 'audio/wav', 'speech_recognition');
    expect(long).toEqual([200, 422, isThere ? 'An audio file may last at most 1 minute' : expect.any(String)]);
  }, 60_000);

  it.skipIf(!isThere)(
    'of films are 40 seconds and 50 MB, and the server measures again [BH-RULE-07] [BH-MSG-06] [BH-RULE-08]',
    async () => {
      const page = await browser.page();
      await page.goto('/brand-hygen');
      await page.getByRole('tab', { name: 'Video Upload' }).click();
      const tab = panel(page, 'Video Upload');
      const sent: string[] = [];
      page.on('request', (request) => request.url().includes('/brand_hygiene/') && sent.push(request.url()));
      await taken(tab, films.most);
      expect(await refused(tab, films.long)).toBe(LONG);
      await taken(tab, sparse('most.mp4', 50 * MB));
      const words = 'Size is too large. upload a video less than 50MB!';
      expect(await refused(tab, sparse('more.mp4', 50 * MB + 1))).toBe(words);
      expect(sent).toEqual([]);
      expect(await direct(page, readFileSync(films.long), 'video/webm')).toEqual([200, 422, LONG]);
      const large = Buffer.concat([Buffer.from('\0\0\0\u0018ftypmp42', 'latin1'), Buffer.alloc(50 * MB)]);
      expect(await direct(page, large, 'video/mp4')).toEqual([413, words]);
    },
    60_000,
  );
});

describe('films and recordings', () => {
  it('that fail say what the server said, and in general words where it said nothing [BH-MSG-11]', async () => {
    const page = await browser.page();
    const tab = await tabOf(page, '/brand-hygen', 'Video Upload');
    await page.route(UPLOAD, (route) => route.fulfill({ json: { signedURL: 'https://files.example/one' } }));
    for (const [body, words] of [
      ['The film ended in the middle', 'The film ended in the middle'],
      ['', 'Something went wrong!'],
    ] as const) {
      await page.unroute(SAFETY);
      await page.route(SAFETY, (route) => route.fulfill({ json: { statusCode: 500, body } }));
      await taken(tab, sparse('broken.mp4', 1000));
      await send(tab).click();
      await tab.getByRole('alert').getByText(words, { exact: true }).waitFor();
    }
  });

  it.skipIf(!isThere)(
    'are analysed for anybody, a film of 45 MB as well [BH-PERM-01] [BH-GAP-01]',
    async () => {
      const page = await browser.page();
      await page.goto('/brandHygiene');
      await page.getByText(/39 MB/).first().waitFor();
      const image = panel(page, 'Image Upload');
      await taken(image, drawn);
      await send(image).click();
      await image.getByText('SPRING OFFER').first().waitFor(ANALYSED);
      await page.getByRole('tab', { name: 'Video Upload' }).click();
      const video = panel(page, 'Video Upload');
      expect(await refused(video, sparse('heavier.mp4', 51 * MB))).toBe(
        'Size is too large. upload a video less than 50MB!',
      );
      await taken(video, films.heavy);
      await send(video).click();
      await video
        .locator('details', { hasText: 'Generic Labels' })
        .getByText(/Wide format/)
        .first()
        .waitFor(ANALYSED);
    },
    150_000,
  );

  it.skipIf(!isThere)(
    'have a tab each in the shell, and every tab does its work [BH-UI-01]',
    async () => {
      const page = await browser.as('admin');
      await page.goto(`/brand-hygiene?package=${WEB}`);
      await page.getByRole('tab').first().waitFor();
      expect(await page.getByRole('tab').allTextContents()).toEqual(['Image', 'Video', 'Audio', 'Keyword']);
      const image = panel(page, 'Image');
      await taken(image, drawn);
      await send(image).click();
      await image.getByText('SPRING OFFER').first().waitFor(ANALYSED);
      await page.getByRole('tab', { name: 'Video' }).click();
      const video = panel(page, 'Video');
      await taken(video, films.short);
      await send(video).click();
      await video
        .locator('details', { hasText: 'Generic Labels' })
        .getByText(/Wide format/)
        .first()
        .waitFor(ANALYSED);
      await page.getByRole('tab', { name: 'Audio' }).click();
      const audio = panel(page, 'Audio');
      const said = join(folder, 'said.wav');
      const isSpoken = hasProgram('flite') && hasProgram('pocketsphinx_continuous');
      if (isSpoken) execFileSync('flite', ['-voice', 'slt', '-t', 'Welcome to our online casino.', '-o', said]);
      await taken(audio, isSpoken ? said : { name: 'quiet.wav', mimeType: 'audio/wav', buffer: wave(2) });
      await send(audio).click();
      await audio
        .getByText(isSpoken ? /casino/ : /No data found|needs a program/)
        .first()
        .waitFor(ANALYSED);
      await picture(page, 'hygiene-audio');
      await page.getByRole('tab', { name: 'Keyword' }).click();
      const search = panel(page, 'Keyword');
      await search.getByRole('button', { name: 'Scan', exact: true }).click();
      await search.getByText('Please enter keyword', { exact: true }).waitFor();
    },
    150_000,
  );

  it.skipIf(!isThere)(
    'of ads are sent, waited for and told of at an address of their own [PUB-ROUTE-04]',
    async () => {
      const page = await browser.as('admin');
      await page.goto(`/adao-processing/video?package=${WEB}`);
      const input = page.locator('main input[type=file]');
      expect(await input.getAttribute('accept')).toBe('video/*');
      const states: string[] = [];
      await page.route('**/api/adao/item', async (route) => {
        const answer = await route.fetch();
        states.push((await answer.json()).state);
        await route.fulfill({ response: answer });
      });
      const short = { name: 'short.webm', mimeType: 'video/webm', buffer: readFileSync(films.short) };
      await input.setInputFiles([short, drawn]);
      const item = (name: string) => page.getByRole('listitem').filter({ hasText: name });
      await item('short.webm').getByText('Done', { exact: true }).waitFor(ANALYSED);
      await item('short.webm')
        .getByText(/Wide format/)
        .first()
        .waitFor();
      await item('spring.png').getByText('Please upload a video file').waitFor();
      expect([states[0], states.at(-1)]).toEqual([expect.stringMatching(/queued|processing/), 'done']);
      await picture(page, 'adao-video');
    },
    120_000,
  );
});

describe('what needs no login', () => {
  it('opens for a stranger where it was asked for, and its calls are answered [PUB-RULE-01]', async () => {
    const page = await browser.page();
    const calls: [string, number][] = [];
    page.on('response', (answer) => {
      const { pathname } = new URL(answer.url());
      if (pathname.startsWith('/api/')) calls.push([pathname, answer.status()]);
    });
    for (const path of ['/', '/sign-up', '/quick-list', '/relevancy-demo', '/brand-hygen']) {
      await page.goto(path);
      await page.getByRole('heading', { level: 1 }).first().waitFor();
      expect(new URL(page.url()).pathname).toBe(path);
    }
    const tab = panel(page, 'Image Upload');
    await taken(tab, drawn);
    await analysed(tab, 'SPRING OFFER');
    await page.goto('/relevancy-demo');
    await page.getByRole('combobox', { name: 'Sample brand' }).click();
    await page.getByRole('option', { name: 'Stillpoint' }).click();
    await page.getByRole('button', { name: 'Scan', exact: true }).click();
    await page.getByRole('table').waitFor();
    expect(await textOf(page.getByRole('table'))).toMatch(/yoga/i);
    const used = ['/api/brand_hygiene/upload', '/api/brand_hygiene/safety', '/api/yt_relevancy/scan'];
    expect(calls.map(([path]) => path)).toEqual(expect.arrayContaining(used));
    expect(calls.filter(([, status]) => status >= 400)).toEqual([]);
  }, 120_000);
});

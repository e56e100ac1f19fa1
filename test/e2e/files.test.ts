// @drawn a journey that no requirement names
import { createReadStream, readFileSync } from 'node:fs';
import type { Download, Page } from 'playwright-core';
import readXlsx from 'read-excel-file/node';
import { beforeAll, describe, expect, it } from 'vitest';
import { readPdf } from '../support/pdf-text.ts';
import { boardReady, card, picture, textOf, useBrowser } from './browser.ts';
import { WEB } from './people.ts';

/** Files that say what they hold: workbooks, pictures of charts, paper. */
const browser = useBrowser();
let page: Page;

beforeAll(async () => {
  page = await browser.as('admin', { colorScheme: 'dark' });
});

const saved = async (work: () => Promise<void>): Promise<Download> =>
  (await Promise.all([page.waitForEvent('download'), work()]))[0];
const sheetsOf = async (file: Download) => {
  const sheets = await readXlsx(createReadStream(await file.path()));
  return new Map(sheets.map(({ sheet, data }) => [sheet, data]));
};
const choose = async (title: string, what: RegExp): Promise<Download> => {
  await card(page, title).hover();
  await card(page, title).getByRole('button', { name: 'Download' }).click();
  return saved(() => page.getByRole('menuitem', { name: what }).click());
};

describe('files', () => {
  it('of events are workbooks with as many rows as the list, and say package, days, zone and filters', async () => {
    await page.goto(`/traffic/events?package=${WEB}&kind=click&verdict=fraud`);
    await page.locator('main tbody tr').first().waitFor();
    const count = Number((await textOf(page.locator('main header strong').first())).replace(/\D/g, ''));
    await page.getByRole('button', { name: 'Export' }).click();
    await picture(page, 'files-events');
    const file = await saved(() => page.getByRole('menuitem', { name: /Excel, the first 20,000 events/ }).click());
    expect(file.suggestedFilename()).toMatch(
      /^events_lindenloom\.example_\d{4}-\d\d-\d\d_\d{4}-\d\d-\d\d_Europe-Berlin_kind=click_verdict=fraud_\d{4}-\d\d-\d\dT\d{4}Z\.xlsx$/,
    );
    const sheets = await sheetsOf(file);
    expect(sheets.get('Data')).toHaveLength(count + 1);
    const about = sheets.get('About') ?? [];
    expect(about).toContainEqual(['Package', 'Linden & Loom', WEB]);
    expect(about).toContainEqual(['Filter', 'verdict', 'fraud']);
    expect(about).toContainEqual(['Rows', count, null]);
  });

  it('of a card are its rows in both forms, and its chart on white whatever the screen is', async () => {
    await page.goto(`/web/dashboard/click?package=${WEB}`);
    await boardReady(page);
    const rows = (await sheetsOf(await choose('Publishers', /Excel/))).get('Data') ?? [];
    const text = readFileSync(await (await choose('Publishers', /CSV/)).path(), 'utf8');
    const lines = text
      .replace(/^\uFEFF/, '')
      .trimEnd()
      .split('\r\n');
    expect(rows.map(([name]) => String(name))).toEqual(lines.map((line) => line.split(',')[0]));
    expect(rows.length).toBeGreaterThan(3);
    const chart = await choose('By date', /PNG/);
    expect(chart.suggestedFilename()).toMatch(
      /^By date_lindenloom\.example_.*_Europe-Berlin_\d{4}-\d\d-\d\dT\d{4}Z\.png$/,
    );
    const bytes = readFileSync(await chart.path()).toString('base64');
    // A page of ours takes no picture from a text.
    const blank = await browser.page();
    await blank.goto('about:blank');
    const corners = await blank.evaluate(async (base64) => {
      const picture = new Image();
      picture.src = `data:image/png;base64,${base64}`;
      await picture.decode();
      const canvas = document.createElement('canvas');
      canvas.width = picture.width;
      canvas.height = picture.height;
      const brush = canvas.getContext('2d');
      brush?.drawImage(picture, 0, 0);
      const at = (x: number, y: number) => [...(brush?.getImageData(x, y, 1, 1).data ?? [])].slice(0, 3).join();
      const all = brush?.getImageData(0, 0, picture.width, picture.height).data ?? [];
      const colours = new Set<string>();
      for (let i = 0; i < all.length; i += 4) colours.add(`${all[i]},${all[i + 1]},${all[i + 2]}`);
      return { size: [picture.width, picture.height], corner: at(2, 2), clean: colours.has('61,154,148') };
    }, bytes);
    expect(corners).toEqual({ size: [2400, 1120], corner: '255,255,255', clean: true });
  });

  it('of a chart are drawings too, in which its words are words', async () => {
    await page.goto(`/web/dashboard/click?package=${WEB}`);
    await boardReady(page);
    const chart = await choose('By date', /SVG/);
    expect(chart.suggestedFilename()).toMatch(/^By date_lindenloom\.example_.*Z\.svg$/);
    const drawing = readFileSync(await chart.path(), 'utf8');
    const blank = await browser.page();
    await blank.goto('about:blank');
    const read = await blank.evaluate((text) => {
      const picture = new DOMParser().parseFromString(text, 'image/svg+xml');
      return {
        root: picture.documentElement.nodeName,
        title: picture.querySelector('title')?.textContent,
        words: [...picture.querySelectorAll('text')].map(({ textContent }) => textContent),
        shapes: picture.querySelectorAll('path').length,
        foreign: picture.querySelectorAll('script, foreignObject, image, [href^="http"]').length,
      };
    }, drawing);
    expect(read).toMatchObject({ root: 'svg', title: 'By date', foreign: 0 });
    expect(read.words).toEqual(expect.arrayContaining(['By date', 'Clean', 'Fraud', 'Fraud %']));
    expect(read.words.some((words) => words?.includes('Linden & Loom'))).toBe(true);
    expect(read.shapes).toBeGreaterThan(20);
  });

  it('of a whole board are one PDF in the language of the reader', async () => {
    await page.goto(`/web/dashboard/click?package=${WEB}`);
    await boardReady(page);
    await page.getByRole('button', { name: 'Save or print' }).click();
    await picture(page, 'files-board');
    const file = await saved(() => page.getByRole('menuitem', { name: 'Board (PDF)' }).click());
    expect(file.suggestedFilename()).toMatch(/^Click Dashboard_lindenloom\.example_.*Z\.pdf$/);
    const { text, pages, shapes } = readPdf(readFileSync(await file.path()));
    for (const words of ['ClickDashboard', 'Linden&Loom', 'Publishers', 'Reasons']) expect(text).toContain(words);
    expect(pages).toBeGreaterThan(1);
    expect(shapes).toBeGreaterThan(100);
  });

  it('of rows say what they are in a first line where the person has chosen so, and the choice is remembered', async () => {
    await page.goto(`/web/dashboard/click?package=${WEB}`);
    await boardReady(page);
    const lineOf = async (file: Download): Promise<string> =>
      readFileSync(await file.path(), 'utf8')
        .replace(/^\uFEFF/, '')
        .split('\r\n')[0] ?? '';
    expect(await lineOf(await choose('Publishers', /\(CSV\)/))).not.toMatch(/^#/);
    await card(page, 'Publishers').hover();
    await card(page, 'Publishers').getByRole('button', { name: 'Download' }).click();
    const choice = page.getByRole('menuitemcheckbox', { name: 'CSV with a first line that says what it is' });
    await choice.click();
    await expect.poll(() => choice.getAttribute('aria-checked')).toBe('true');
    await picture(page, 'files-choice');
    await page.reload();
    await boardReady(page);
    const file = await choose('Publishers', /\(CSV\)/);
    expect(file.suggestedFilename()).toMatch(/_To_\d{4}-\d\d-\d\d_CLICK_Europe-Berlin_\d{4}-\d\d-\d\dT\d{4}Z\.csv$/);
    expect(await lineOf(file)).toMatch(
      /^# Publishers; package Linden & Loom .* in Europe\/Berlin; .* no filters; made /,
    );
  });

  it('on paper have all sections of the board open, which are closed again afterwards', async () => {
    await page.context().clearCookies({ name: 'board_sections' });
    await page.goto(`/web/dashboard/click?package=${WEB}`);
    await boardReady(page);
    const cards = () => page.locator('main section[aria-labelledby]').count();
    const before = await cards();
    await page.evaluate(() => {
      globalThis.print = () =>
        document.body.setAttribute(
          'data-printed',
          String(document.querySelectorAll('main [data-chart] canvas').length),
        );
    });
    await page.getByRole('button', { name: 'Save or print' }).click();
    await page.getByRole('menuitem', { name: 'Print' }).click();
    await page.locator('body[data-printed]').waitFor();
    expect(await cards()).toBeGreaterThan(before);
    expect(await page.locator('main [aria-busy=true]').count()).toBe(0);
    const [drawn, there] = [
      Number(await page.locator('body').getAttribute('data-printed')),
      await page.locator('main [data-chart]').count(),
    ];
    expect(drawn).toBe(there);
    // Dark on the screen, the chart is drawn for white paper, and dark again afterwards.
    const isDrawnIn = (colour: string) =>
      page
        .locator('main [data-chart] canvas')
        .first()
        .evaluate((canvas: HTMLCanvasElement, wanted) => {
          const all = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
          for (let i = 0; i < all.length; i += 4) if (`${all[i]},${all[i + 1]},${all[i + 2]}` === wanted) return true;
          return false;
        }, colour);
    const [onWhite, onDark] = ['61,154,148', '35,133,124'];
    expect([await isDrawnIn(onDark), await isDrawnIn(onWhite)]).toEqual([true, false]);
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
    expect([await isDrawnIn(onDark), await isDrawnIn(onWhite)]).toEqual([false, true]);
    await page.evaluate(() => dispatchEvent(new Event('afterprint')));
    await expect.poll(cards).toBe(before);
    await expect.poll(() => isDrawnIn(onDark)).toBe(true);
  });
});

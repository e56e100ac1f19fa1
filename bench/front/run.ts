/**
 * What a visitor waits for: script bytes, largest contentful paint and layout shift of the sign-in page and of the web
 * click board, in Chromium with a four times slower processor and 10 Mbit/s. Medians of five visits with an empty
 * cache. Starts its own server with demo data below `.tmp/bench-front`; BASE, EMAIL and PASSWORD name a running one
 * instead.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { gzipSync } from 'node:zlib';
import { type Browser, chromium, type Page } from 'playwright-core';

const VISITS = 5;
const CPU_SLOWDOWN = 4;
const BYTES_PER_SECOND = 10_000_000 / 8;
const LATENCY_MS = 20;
const FOLDER = resolve('.tmp/bench-front');
/** Loaded apart from the board, which shows its numbers before. */
const CHARTS = /echarts/;

interface Visit {
  lcp: number;
  cls: number;
  /** Gzipped kilobytes of all scripts, and of those without the chart library. */
  script: number;
  beforeCharts: number;
  /** Of everything: pages, scripts, styles, fonts, calls. */
  requests: number;
}

interface Target {
  base: string;
  person: { email: string; password: string };
  stop: () => void;
}

async function target(): Promise<Target> {
  const { BASE, EMAIL, PASSWORD } = process.env;
  if (BASE && EMAIL && PASSWORD)
    return { base: BASE, person: { email: EMAIL, password: PASSWORD }, stop: () => undefined };
  const server = spawn(process.execPath, ['dist/src/cli/main.js', 'serve', '--demo'], {
    env: { ...process.env, ADSIEVE_DATA: FOLDER, ADSIEVE_PORT: '0', LOG_LEVEL: 'warn', UV_THREADPOOL_SIZE: '24' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const base = await printedAddress(server);
  const [admin] = JSON.parse(readFileSync(join(FOLDER, 'demo-sign-ins.json'), 'utf8'));
  return { base, person: admin, stop: () => server.kill('SIGTERM') };
}

const printedAddress = (server: ChildProcess): Promise<string> =>
  new Promise((found, failed) => {
    server.once('exit', (code) => failed(new Error(`The server ended with ${code}`)));
    if (!server.stdout) return;
    createInterface({ input: server.stdout }).on('line', (line) => {
      const address = line.match(/ready:\s+(https?:\/\/\S+)/)?.[1];
      if (address) found(address);
    });
  });

/** Runs in the page before anything else. */
function watchPaint(): void {
  const seen = { lcp: 0, cls: 0 };
  Object.assign(window, { paint: seen });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) seen.lcp = entry.startTime;
  }).observe({ type: 'largest-contentful-paint', buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
      if (!entry.hadRecentInput) seen.cls += entry.value;
  }).observe({ type: 'layout-shift', buffered: true });
}

async function visit(browser: Browser, url: string, state: string | undefined, ready: string): Promise<Visit> {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    ...(state ? { storageState: state } : {}),
  });
  const page = await context.newPage();
  const slow = await context.newCDPSession(page);
  await slow.send('Network.enable');
  await slow.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: LATENCY_MS,
    downloadThroughput: BYTES_PER_SECOND,
    uploadThroughput: BYTES_PER_SECOND,
  });
  await slow.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  const scripts: Promise<{ url: string; bytes: number }>[] = [];
  let requests = 0;
  page.on('request', () => {
    requests += 1;
  });
  page.on('response', (response) => {
    if (response.request().resourceType() !== 'script') return;
    const size = response.body().then((body) => ({ url: response.url(), bytes: gzipSync(body, { level: 9 }).length }));
    scripts.push(size);
  });
  await page.addInitScript(watchPaint);
  await page.goto(url, { timeout: 120_000 });
  await page.locator(ready).first().waitFor({ timeout: 120_000 });
  // Late shifts and a larger late element count as well.
  await page.waitForTimeout(3000);
  const paint = await page.evaluate(() => (window as unknown as { paint: { lcp: number; cls: number } }).paint);
  const sizes = await Promise.all(scripts);
  const kilobytes = (of: typeof sizes) => of.reduce((sum, { bytes }) => sum + bytes, 0) / 1000;
  await context.close();
  const beforeCharts = kilobytes(sizes.filter((script) => !CHARTS.test(script.url)));
  return { lcp: paint.lcp, cls: paint.cls, script: kilobytes(sizes), beforeCharts, requests };
}

async function signIn(browser: Browser, { base, person }: Target): Promise<string> {
  const context = await browser.newContext();
  const page: Page = await context.newPage();
  await page.goto(base);
  await page.locator('input[name=email]').fill(person.email);
  await page.locator('input[name=password]').fill(person.password);
  await page.locator('altcha-widget input[type=checkbox]').first().click();
  await page.locator('altcha-widget').getByText('Verified').waitFor();
  await page.locator('button[type=submit]').click();
  await page.getByRole('navigation', { name: 'Main menu' }).waitFor();
  const path = join(FOLDER, 'session.json');
  await context.storageState({ path });
  await context.close();
  return path;
}

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN;

const found = await target();
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
});
try {
  const session = await signIn(browser, found);
  const screens = [
    { name: 'Sign-in', url: found.base, state: undefined, ready: 'altcha-widget', limits: [185, 185] },
    {
      name: 'Web click board',
      url: `${found.base}/web/dashboard/click`,
      state: session,
      ready: 'main canvas, main svg[role=img]',
      limits: [325, 515],
    },
  ] as const;
  console.log(
    '| Screen | Script before charts, kB gz | Script in all, kB gz | Requests | LCP, s (< 2.0) | CLS (< 0.05) |',
  );
  console.log('| --- | ---: | ---: | ---: | ---: | ---: |');
  for (const { name, url, state, ready, limits } of screens) {
    const visits: Visit[] = [];
    for (let n = 0; n < VISITS; n++) visits.push(await visit(browser, url, state, ready));
    const of = (key: keyof Visit, digits: number) => median(visits.map((each) => each[key])).toFixed(digits);
    const lcp = (median(visits.map((each) => each.lcp)) / 1000).toFixed(2);
    const scripts = `${of('beforeCharts', 0)} (≤ ${limits[0]}) | ${of('script', 0)} (≤ ${limits[1]})`;
    console.log(`| ${name} | ${scripts} | ${of('requests', 0)} | ${lcp} | ${of('cls', 3)} |`);
  }
} finally {
  await browser.close();
  found.stop();
}

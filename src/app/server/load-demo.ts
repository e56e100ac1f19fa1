import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DEMO_PACKAGES, LINKS_PACKAGE } from '#demo/packages.ts';
import { demoPrices, demoRates } from '#demo/prices.ts';
import { PUBLISHERS } from '#demo/publishers.ts';
import { type DemoFile, writeDemoFiles } from '#demo/write-files.ts';
import { keepSamples } from '#domains/relevancy/server/catalogue-store.ts';
import { addDays, todayIn } from '#platform/contract/date-range.ts';
import { createPackage, packageInfoOf, packagesOf } from '#platform/server/access/packages.ts';
import type { Scope } from '#platform/server/access/scope.ts';
import { listImports } from '#traffic/intake/server/import-store.ts';
import { importLocalFile } from '#traffic/intake/server/imports.ts';
import { setPrice } from '#traffic/money/server/price-store.ts';
import { uploadRates } from '#traffic/money/server/rate-store.ts';
import type { AppContext } from './app-context.ts';
import { demoSignIns, type SignIn } from './demo-sign-ins.ts';
import { loadDemoSupply } from './demo-supply.ts';
import { loadDemoWork } from './demo-work.ts';
import { loadDemoLinks } from './load-demo-links.ts';
import type { Step } from './open-context.ts';

const SEED = 7;
const DAYS = 90;
const EVENTS = 400_000;

/**
 * Makes the demo once: two labelled packages, 90 days of traffic written as files and imported the way a customer's
 * file is, and a third with links of its own. A start that was broken off goes on where it stopped: the same file twice changes nothing.
 */
export async function loadDemo(
  scope: Scope,
  context: AppContext,
  step: Step,
  progress: (text: string) => void,
): Promise<SignIn[]> {
  const { database, clock } = context;
  const known = new Set((await packagesOf(scope, database, clock.now())).map((p) => p.package_name));
  for (const { name, title, platform, timeZone, currency, dashboardTypes } of [...DEMO_PACKAGES, LINKS_PACKAGE]) {
    if (!known.has(name))
      await createPackage(database, { name, title, platform, timeZone, currency, dashboardTypes, demo: true });
  }
  if (!(await isLoaded(scope, context))) await load(scope, context, step, progress);
  await step('Campaigns with links of their own', () => loadDemoLinks(scope, context));
  await step('Sample videos', () => keepSamples(scope, database, clock.now(), true));
  const packages = [...DEMO_PACKAGES, LINKS_PACKAGE].map(({ name }) => name);
  // Both have a story: fraud that begins on a day, and one bad site among good ones.
  const publishers = [PUBLISHERS.ostrana.name, PUBLISHERS.mirabeck.name];
  return demoSignIns(context, packages, publishers);
}

async function isLoaded(scope: Scope, { database }: AppContext): Promise<boolean> {
  for (const { name } of DEMO_PACKAGES) {
    const { rows } = await listImports(scope, database, { package_name: name, page: 1, limit: 100 });
    if (!rows.some((row) => row.state === 'done')) return false;
  }
  return true;
}

async function load(scope: Scope, context: AppContext, step: Step, progress: (text: string) => void): Promise<void> {
  const folder = join(context.folder.path, 'demo');
  const now = context.clock.now();
  const endDay = todayIn('UTC', now);
  const files = await step('Demo traffic written', () =>
    writeDemoFiles(folder, { seed: SEED, endDay, days: DAYS, events: EVENTS, until: now.getTime() }),
  );
  await setMoney(scope, context, addDays(endDay, 1 - DAYS), endDay);
  for (const { name } of DEMO_PACKAGES)
    await loadDemoSupply(scope, context, await packageInfoOf(scope, context.database, name, now));
  for (const file of files)
    await step(`${file.events.toLocaleString('en')} events of ${file.package.title}`, () =>
      importDemo(scope, context, file, progress),
    );
  await rm(folder, { recursive: true, force: true });
  await step('Alerts, incidents and a ticket', () =>
    loadDemoWork(
      scope,
      context,
      DEMO_PACKAGES.map(({ name }) => name),
    ),
  );
}

/** What sources are paid where the files bring no cost. Stored once: the same prices and rates again change nothing. */
async function setMoney(
  scope: Scope,
  { database, clock }: AppContext,
  firstDay: string,
  lastDay: string,
): Promise<void> {
  // A rate holds for some days only, and the first day may lie on a Sunday.
  const rates = demoRates(SEED, addDays(firstDay, -4), lastDay);
  for (const { name, kind } of DEMO_PACKAGES) {
    await uploadRates(scope, database, name, rates);
    const info = await packageInfoOf(scope, database, name, clock.now());
    for (const price of demoPrices(kind, firstDay)) await setPrice(scope, database, info, price);
  }
}

async function importDemo(
  scope: Scope,
  context: AppContext,
  file: DemoFile,
  progress: (text: string) => void,
): Promise<void> {
  const { name, timeZone, title } = file.package;
  const done = await importLocalFile(
    scope,
    context.imports,
    { packageName: name, path: file.path, fileName: 'demo-traffic.ndjson', timeZone },
    (event) =>
      progress(
        `… ${title}: ${event.state} ${Math.round(100 * event.progress)} %, ${event.rowsPerSecond.toLocaleString('en')} rows/s`,
      ),
  );
  if (done.state !== 'done' || done.rejected > 0)
    throw new Error(`The demo file was not imported: ${done.state}, ${done.rejected} rejected. ${done.error ?? ''}`);
}

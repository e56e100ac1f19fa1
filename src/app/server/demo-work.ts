import { inArray } from 'drizzle-orm';
import type { AlertSettings } from '#domains/alerts/contract/alert.ts';
import { saveAlerts } from '#domains/alerts/server/alert-store.ts';
import { evaluateAll } from '#domains/alerts/server/evaluate.ts';
import { alertTable } from '#domains/alerts/server/tables.ts';
import { takeUsesOfEvents } from '#domains/infringement/server/event-uses.ts';
import { createTickets } from '#domains/tickets/server/create-tickets.ts';
import { findSpikes, labelOf } from '#domains/tickets/server/fraud-spikes.ts';
import { openIncident } from '#domains/tickets/server/open-incident.ts';
import { addDays } from '#platform/contract/date-range.ts';
import type { PackageInfo } from '#platform/contract/package-info.ts';
import { packageInfoOf } from '#platform/server/access/packages.ts';
import type { Scope } from '#platform/server/access/scope.ts';
import { sql, typed } from '#platform/server/clickhouse/sql.ts';
import { groupOf } from '#traffic/event/contract/reasons.ts';
import type { AppContext } from './app-context.ts';
import { loadDemoAccountTools } from './demo-account-tools.ts';
import { loadDemoBrands } from './demo-brands.ts';
import { loadDemoHygiene } from './demo-hygiene.ts';
import { loadDemoInfringement } from './demo-infringement.ts';
import { loadDemoVideo } from './demo-video.ts';
import { type JobParts, jobPartsOf } from './start-jobs.ts';

const DAY_MS = 86_400_000;
/** Days that alerts have watched when somebody looks for the first time. */
const WATCHED_DAYS = 3;
const WEEK = 7;

const alert = (part: Pick<AlertSettings, 'name' | 'metric' | 'comparison' | 'limit'> & Partial<AlertSettings>) => ({
  direction: 'above' as const,
  window: { unit: 'day' as const, length: 1 },
  each: 'publisher' as const,
  least: 100,
  filters: {},
  condition: null,
  cool_down: 24,
  quiet: null,
  severity: 'medium' as const,
  recipients: [],
  hooks: [],
  active: true,
  ...part,
});

const ALERTS = [
  alert({ name: 'Publisher with much fraud', metric: 'fraud_percentage', comparison: 'limit', limit: 40 }),
  alert({ name: 'Fraud above the usual weekday', metric: 'fraud_percentage', comparison: 'weekday', limit: 4 }),
  alert({ name: 'No data for a day', metric: 'freshness', comparison: 'limit', limit: 24, severity: 'high' }),
];

/**
 * Something to act on beside the traffic: what watches it, what that found, and a case somebody works on. Once for a
 * package: whatever a person has deleted stays away.
 */
export async function loadDemoWork(scope: Scope, context: AppContext, packages: readonly string[]): Promise<void> {
  const { database, clock } = context;
  const known = new Set(
    (await database.db.select({ name: alertTable.packageName }).from(alertTable)).map(({ name }) => name),
  );
  const fresh = packages.filter((name) => !known.has(name));
  const parts = jobPartsOf(context);
  for (const name of fresh) {
    const info = await packageInfoOf(scope, database, name, clock.now());
    await saveAlerts(scope, parts, { packageName: name, platform: info.platform, alerts: ALERTS });
    for (const spike of await findSpikes(scope, context.clickhouse, info)) await openIncident(database, spike);
    await openCase(scope, parts, info);
    await loadDemoHygiene(scope, context, info);
    if (info.platform === 'app') await loadDemoVideo(scope, context, name);
    await loadDemoInfringement(scope, context, info);
    await loadDemoBrands(scope, context, info);
    await loadDemoAccountTools(scope, context, info);
  }
  await takeUsesOfEvents(scope, parts, AbortSignal.timeout(300_000));
  // As if they had been made before the last days were over.
  const watchedFrom = new Date(clock.now().getTime() - WATCHED_DAYS * DAY_MS);
  await database.db.update(alertTable).set({ watchedFrom }).where(inArray(alertTable.packageName, fresh));
  await evaluateAll(scope, parts);
}

/** The publisher with the most fraud of a week, asked about. */
async function openCase(scope: Scope, parts: JobParts, info: PackageInfo): Promise<void> {
  const { package_name: name, time_zone: zone, today } = info;
  const from = addDays(today, 1 - WEEK);
  const [worst] = await parts.clickhouse.query<{ publisher: string; events: number; reason: string }>(
    sql`SELECT toString(publisher) AS publisher, count() AS events, toString(topK(1)(reason)[1]) AS reason
      FROM traffic WHERE package = ${typed('String', name)} AND verdict = 'fraud' AND publisher != ''
        AND toDate(ts, ${typed('String', zone)}) >= ${typed('Date', from)} GROUP BY publisher ORDER BY events DESC LIMIT 1`,
  );
  if (!worst) return;
  const found = await openIncident(parts.database, {
    package_name: name,
    source: 'manual',
    key: 'demo',
    title: `Most fraud of the week: ${worst.publisher}`,
    category: labelOf(groupOf(worst.reason)),
    sub_category: worst.reason,
    publisher: worst.publisher,
    evidence: { asked: { from, to: today, kinds: [], where: { publisher: [worst.publisher] } }, numbers: {} },
    happened_at: parts.now(),
  });
  await createTickets(scope, parts, [found.id], {
    description: `Please explain where these events come from, or pause the source until it is clear. ${worst.publisher} has not answered yet.`,
    priority: 'High',
    due_on: addDays(today, 3),
  });
}

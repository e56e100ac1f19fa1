import { statfs } from 'node:fs/promises';
import type { FiledClicks } from '#domains/tracking/server/filed-clicks.ts';
import { metricsEndpoint } from '#platform/contract/running.ts';
import { lastBackup } from '#platform/server/backup/last-backup.ts';
import { implement, type Route } from '#platform/server/http/implement.ts';
import { Metrics, type Reading } from '#platform/server/metrics.ts';
import { IntakeLog } from '#traffic/collector/server/intake-log.ts';
import type { AppContext } from './app-context.ts';

/** What an installation says of itself at each question; every process says the same of what they share. */
export function metricsOf(context: AppContext, filedClicks: Pick<FiledClicks, 'waiting'>): Metrics {
  const { clickhouse, folder, config } = context;
  const metrics = new Metrics();
  const { pool } = context.database;
  /** Rows of `value` and, beside it, the labels. */
  const rows = async (question: string): Promise<Reading[]> => {
    const { rows: found } = await pool.query<Record<string, string | number | null>>(question);
    return found.map(({ value, ...labels }) => ({
      value: Number(value ?? 0),
      labels: Object.fromEntries(Object.entries(labels).map(([name, label]) => [name, String(label)])),
    }));
  };
  const gauge = (name: string, help: string, labels: readonly string[], question: string) =>
    metrics.gauge(`adsieve_${name}`, help, labels, () => rows(question));
  for (const [name, help, labels, question] of QUESTIONS) gauge(name, help, labels, question);
  metrics.gauge('adsieve_engine_statements', 'Statements of ClickHouse', ['lane', 'state'], async () => {
    const { running, waiting } = await clickhouse.info();
    const of = (counts: typeof running, state: string): Reading[] =>
      Object.entries(counts).map(([lane, value]) => ({ labels: { lane, state }, value }));
    return [...of(running, 'running'), ...of(waiting, 'waiting')];
  });
  metrics.gauge('adsieve_engine_detached_parts', 'Damaged parts: their rows are missing', [], async () => [
    { value: (await clickhouse.info()).detachedParts },
  ]);
  metrics.gauge('adsieve_disk_free_bytes', 'Free where the data folder lies', [], async () => {
    const { bavail, bsize } = await statfs(folder.path);
    return [{ value: bavail * bsize }];
  });
  metrics.gauge('adsieve_last_backup_timestamp_seconds', 'When the last one was taken', [], async () => {
    const last = await lastBackup(folder.path);
    return last ? [{ value: new Date(last.at).getTime() / 1000 }] : [];
  });
  metrics.gauge('adsieve_filed_clicks', 'Clicks of own links that wait in files for the database', [], async () => [
    { value: (await filedClicks.waiting()).clicks },
  ]);
  metrics.gauge('adsieve_roles', 'What this process does', ['role'], async () =>
    config.roles.map((role) => ({ labels: { role }, value: 1 })),
  );
  return metrics;
}

const QUESTIONS: readonly [name: string, help: string, labels: readonly string[], question: string][] = [
  ['pending_events', 'Acknowledged, not loaded yet', [], 'SELECT coalesce(sum(n), 0) AS value FROM intake_batch'],
  [
    'pending_bytes',
    'The same as they lie in PostgreSQL',
    [],
    'SELECT coalesce(sum(pg_column_size(events)), 0) AS value FROM intake_batch',
  ],
  [
    'load_lag_seconds',
    'Age of the oldest acknowledged event that is not loaded',
    [],
    'SELECT coalesce(extract(epoch FROM now() - min(received_at)), 0) AS value FROM intake_batch',
  ],
  ['dead_letters', 'Events that could not be stored', [], 'SELECT count(*) AS value FROM dead_letter'],
  [
    'loads_last_hour',
    'Loads of live traffic that ended in the last hour',
    ['state'],
    "SELECT state, count(*) AS value FROM import WHERE live AND finished_at > now() - interval '1 hour' GROUP BY state",
  ],
  [
    'jobs',
    'Jobs of the queues by state',
    ['queue', 'state'],
    "SELECT name AS queue, state::text AS state, count(*) AS value FROM pgboss.job WHERE left(name, 2) <> '__' GROUP BY 1, 2",
  ],
  [
    'verdict_deliveries',
    'Calls with verdicts of the last 30 days by state',
    ['state'],
    'SELECT state, count(*) AS value FROM verdict_delivery GROUP BY 1',
  ],
  [
    'verdict_destinations_failing',
    'Destinations of verdicts of which every call goes wrong, or that were stopped for it',
    [],
    "SELECT count(*) AS value FROM verdict_destination WHERE failing_since IS NOT NULL OR stopped IN ('failing', 'gone')",
  ],
  [
    'verdict_delivery_lag_seconds',
    'Age of the oldest change or call that a destination which is not stopped has not got',
    [],
    `SELECT coalesce(extract(epoch FROM now() - min(at)), 0) AS value FROM (
       SELECT min(e.told_at) AS at FROM verdict_destination AS d JOIN feed_entry AS e
         ON e.package_name = d.package_name AND e.seq > d.seq WHERE d.stopped IS NULL
       UNION ALL
       SELECT min(w.created_at) FROM verdict_delivery AS w JOIN verdict_destination AS d ON d.id = w.destination_id
         WHERE w.state = 'waiting' AND d.stopped IS NULL) AS behind`,
  ],
  ['mails', 'Mails by state', ['state'], 'SELECT state::text AS state, count(*) AS value FROM mail GROUP BY 1'],
];

export const metricsRoutes = (metrics: Metrics): Route[] =>
  implement({ metrics: metricsEndpoint })({
    metrics: async () => ({
      fileName: 'metrics.txt',
      mediaType: metrics.mediaType,
      stream: await metrics.text(),
    }),
  });

/** The log of what was acknowledged, with what becomes of it counted. */
export class CountedIntakeLog extends IntakeLog {
  readonly #metrics: Metrics;

  constructor(metrics: Metrics, ...log: ConstructorParameters<typeof IntakeLog>) {
    super(...log);
    this.#metrics = metrics;
  }

  override async append(request: Parameters<IntakeLog['append']>[0]): ReturnType<IntakeLog['append']> {
    try {
      const answer = await super.append(request);
      this.#metrics.taken('accepted', answer.accepted);
      this.#metrics.taken('duplicate', answer.duplicates);
      this.#metrics.taken('dead', request.dead.length);
      return answer;
    } catch (error) {
      this.#metrics.taken('refused', request.events.length + request.dead.length);
      throw error;
    }
  }
}

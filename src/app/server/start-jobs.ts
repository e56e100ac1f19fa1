import { readFile } from 'node:fs/promises';
import { createRunWidget } from '#analytics/server/run-widget.ts';
import { agreementBook } from '#domains/agreements/server/book.ts';
import { disputeBook } from '#domains/disputes/server/dispute-book.ts';
import { evidenceBook } from '#domains/evidence/server/evidence-book.ts';
import { signerOf } from '#domains/evidence/server/signing.ts';
import { createAskAgain } from '#domains/explore/server/kept-question.ts';
import type { MediaAnalyser } from '#domains/hygiene/server/analyser/analyser.ts';
import { embeddedAnalyser } from '#domains/hygiene/server/analyser/embedded.ts';
import { rekognitionEyes } from '#domains/hygiene/server/analyser/rekognition.ts';
import { PictureWorker } from '#domains/hygiene/server/worker/child.ts';
import type { Eyes } from '#domains/hygiene/server/worker/tasks.ts';
import { systemNames } from '#domains/infringement/server/name-lookup.ts';
import { publisherRegister } from '#domains/publishers/server/registered.ts';
import { payoutLinesBy } from '#domains/settlements/server/payout-report.ts';
import { settledBook } from '#domains/settlements/server/settled-book.ts';
import { settledDays } from '#domains/settlements/server/settled-days.ts';
import type { NewIncident } from '#domains/tickets/contract/new-incident.ts';
import { type OpenedIncident, openIncident } from '#domains/tickets/server/open-incident.ts';
import type { Scope } from '#platform/server/access/scope.ts';
import { createOutbound } from '#platform/server/http/outbound.ts';
import type { BoundJob } from '#platform/server/jobs/job.ts';
import type { OnFailure } from '#platform/server/jobs/jobs.ts';
import type { Loop } from '#platform/server/jobs/loop.ts';
import { openTexts } from '#platform/server/texts.ts';
import { importOrigin } from '#traffic/intake/server/import-store.ts';
import { type LoadMoney, moneyOf as loadMoney } from '#traffic/money/server/load-money.ts';
import { type AppContext, publicUrlOf } from './app-context.ts';
import { ROOT, VERIFIER } from './places.ts';
import { starts } from './process-roles.ts';
import { NAME_COLUMNS, PERSONAL_DATA, SERVER_SLICES } from './slices.ts';
import { WorkTurn } from './work-turn.ts';

/** What jobs work with; each takes what it declares. */
export type JobParts = ReturnType<typeof jobPartsOf>;

/** Figures of boards and of Explore, and what events cost, for requests and jobs alike. */
export function widgetsOf({
  clickhouse,
  database,
  packageInfo,
  clock,
}: Pick<AppContext, 'clickhouse' | 'database' | 'packageInfo' | 'clock'>) {
  const moneyOf: LoadMoney = (info, days, signal) => loadMoney({ clickhouse, database }, info, days, signal);
  const runWidget = createRunWidget(clickhouse, undefined, moneyOf);
  const askExplore = createAskAgain({ clickhouse, packageInfo, runWidget, now: () => clock.now() });
  return { moneyOf, runWidget, askExplore };
}

/** What webhooks are signed with is made from it. */
export const webhookKeyOf = ({ folder }: Pick<AppContext, 'folder'>): Buffer =>
  Buffer.from(folder.secret('webhooks'), 'hex');

/** What is agreed and settled, and what evidence files are signed with and checked by. */
export const moneyPartsOf = ({ folder, files, database, clickhouse, packageInfo, clock }: AppContext) => ({
  signer: signerOf(Buffer.from(folder.secret('evidence'), 'hex')),
  agreementBook,
  settledBook,
  settledDays,
  payoutLines: payoutLinesBy({ database, clickhouse, packageInfo, agreementBook, now: () => clock.now() }),
  evidenceBook: evidenceBook(files),
  disputeBook,
  verifier: (): Promise<string> => readFile(VERIFIER, 'utf8'),
});

function eyesOf({ config, outbound = createOutbound(), clock }: AppContext): Eyes {
  const own = new PictureWorker();
  const { rekognition: place } = config;
  return place ? rekognitionEyes({ own, place, outbound, now: () => clock.now() }) : own;
}

/** One for each context: whoever analyses shares its process of models. */
const analysers = new WeakMap<AppContext, MediaAnalyser>();
export function analyserOf(context: AppContext): MediaAnalyser {
  const known = analysers.get(context) ?? embeddedAnalyser(eyesOf(context));
  analysers.set(context, known);
  return known;
}

/** What jobs, and whatever works as they do, are made of. */
export const jobPartsOf = (context: AppContext) => {
  const { clickhouse, database, mailer, imports, clock, packageInfo } = context;
  return {
    clickhouse,
    database,
    mailer,
    imports,
    loadWake: context.loadWake,
    files: context.files,
    packageInfo,
    ...widgetsOf(context),
    ...moneyPartsOf(context),
    listDate: context.listDate,
    importOrigin: (scope: Scope, packageName: string, id: number) => importOrigin(scope, database, packageName, id),
    now: () => clock.now(),
    openIncident: (incident: NewIncident): Promise<OpenedIncident> => openIncident(database, incident),
    texts: openTexts(ROOT),
    outbound: context.outbound ?? createOutbound(),
    names: systemNames(),
    webhookKey: webhookKeyOf(context),
    publicUrl: () => publicUrlOf(context),
    personalData: PERSONAL_DATA,
    publisherRegister,
    settledBook,
    analyser: analyserOf(context),
    nameColumns: NAME_COLUMNS,
  };
};

/** Every job there is, with what it does. */
export const jobsOf = (context: AppContext): BoundJob[] =>
  SERVER_SLICES.flatMap((slice) => slice.jobs?.(jobPartsOf(context)) ?? []);

const loopsOf = (context: AppContext): Loop[] =>
  SERVER_SLICES.flatMap((slice) => slice.loops?.(jobPartsOf(context)) ?? []);

export interface Work {
  /** Resolves when this process works on the jobs; never in one without the worker's role. */
  begun: Promise<void>;
  /** Whether it was its turn from the first. */
  isOurs: boolean;
  stop: () => Promise<void>;
}

interface WorkOptions {
  onFailure?: OnFailure;
  /** Another process works; this one waits. */
  onWait?: () => void;
  /** Another process works although this one has begun: end it, whatever it is doing. */
  onLost?: () => void;
}

/**
 * Queues and schedules of the running server; what the last stop broke off is taken up again. One process of an
 * installation works at a time, and the others that have the worker's role wait to take over. A process without the
 * role only makes the queues, so that what it enqueues waits for the worker.
 */
export async function startJobs(
  context: AppContext,
  { onFailure, onWait, onLost = () => {} }: WorkOptions = {},
): Promise<Work> {
  const { jobs, database, config } = context;
  await jobs.declare(jobsOf(context));
  if (!starts(config.roles, 'jobs')) return { begun: new Promise(() => {}), isOurs: false, stop: () => jobs.close() };
  const turn = new WorkTurn(database.pool, onLost);
  const begin = (): Promise<void> => jobs.start(jobsOf(context), loopsOf(context), onFailure);
  const isOurs = await turn.take();
  if (!isOurs) onWait?.();
  const begun = isOurs ? begin() : turn.wait().then(begin);
  const ended = begun.catch(() => {});
  if (isOurs) await begun;
  return {
    begun,
    isOurs,
    stop: async () => {
      turn.giveUp();
      await ended;
      await jobs.close();
      turn.leave();
    },
  };
}

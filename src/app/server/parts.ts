import { createHmac, randomBytes } from 'node:crypto';
import { createCodes } from '#domains/account/server/codes.ts';
import { altchaCheck } from '#domains/account/server/human-check.ts';
import { createLater } from '#domains/account/server/later.ts';
import { createMailbox } from '#domains/account/server/mailbox-routes.ts';
import { menuOf } from '#domains/account/server/menu.ts';
import { createSignInGuard } from '#domains/account/server/sign-in-guard.ts';
import { countTries } from '#domains/account/server/tries.ts';
import { turnstileCheck } from '#domains/account/server/turnstile.ts';
import { createTwoFactor } from '#domains/account/server/two-factor.ts';
import { createUser, hasUsers, toAuthData } from '#domains/account/server/users.ts';
import { hasAlerts } from '#domains/alerts/server/has-alerts.ts';
import { disputeBook } from '#domains/disputes/server/dispute-book.ts';
import { AnalysisWaits } from '#domains/hygiene/server/analysis-waits.ts';
import type { MakeTicket } from '#domains/infringement/server/parts.ts';
import { LinkGuard } from '#domains/integrity/server/link-guard.ts';
import { requireErased } from '#domains/privacy/server/erasure-store.ts';
import { startErasures } from '#domains/privacy/server/privacy-jobs.ts';
import { removePackageRecorded } from '#domains/privacy/server/privacy-routes.ts';
import { publisherRegister } from '#domains/publishers/server/registered.ts';
import { readyFiles, reportCounts } from '#domains/reports/server/ready-files.ts';
import type { NewIncident } from '#domains/tickets/contract/new-incident.ts';
import { createTickets } from '#domains/tickets/server/create-tickets.ts';
import { type OpenedIncident, openIncident } from '#domains/tickets/server/open-incident.ts';
import { namedCampaign } from '#domains/tracking/server/campaign-store.ts';
import { ClickLog } from '#domains/tracking/server/click-log.ts';
import { FiledClicks } from '#domains/tracking/server/filed-clicks.ts';
import { landingOf } from '#domains/tracking/server/landing.ts';
import { LiveCampaigns } from '#domains/tracking/server/live-campaigns.ts';
import { campaignChoices, campaignNames } from '#domains/tracking/server/own-campaign.ts';
import { publishersWithLinks } from '#domains/tracking/server/publisher-store.ts';
import type { NewTracker, TrackerView } from '#domains/video-ads/contract/tracker.ts';
import { isMacOf, macText, newKey } from '#domains/video-ads/server/key.ts';
import { addTracker, editTracker, oneTracker, removeTracker } from '#domains/video-ads/server/tracker-store.ts';
import { videoEvent } from '#domains/video-ads/server/video-event.ts';
import { createOneTimeTokens } from '#platform/server/access/one-time-tokens.ts';
import { ownSessions } from '#platform/server/access/own-sessions.ts';
import { isCommonPassword } from '#platform/server/access/passwords.ts';
import { createReportTickets } from '#platform/server/access/report-tickets.ts';
import type { Scope } from '#platform/server/access/scope.ts';
import { createSessions } from '#platform/server/access/sessions.ts';
import { createTokens } from '#platform/server/access/tokens.ts';
import type { Config } from '#platform/server/config.ts';
import { createOutbound } from '#platform/server/http/outbound.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';
import type { SecretName } from '#platform/server/secret-names.ts';
import { openTexts } from '#platform/server/texts.ts';
import { importOrigin } from '#traffic/intake/server/import-store.ts';
import type { RuleDisputed } from '#traffic/rule-sets/contract/rule-endpoints.ts';
import { PreviewTurns } from '#traffic/rule-sets/server/replay/preview-turns.ts';
import type { PublisherClaims } from '#traffic/sources/contract/source-endpoints.ts';
import { AUDIT_ACTIONS, PAGES } from '../contract/slices.ts';
import { type AppContext, publicUrlOf } from './app-context.ts';
import type { AppOptions } from './create-app.ts';
import { CountedIntakeLog, metricsOf } from './metrics.ts';
import { ROOT, TAG } from './places.ts';
import { NAME_COLUMNS, PERSONAL_DATA } from './slices.ts';
import { analyserOf, jobsOf, moneyPartsOf, webhookKeyOf, widgetsOf } from './start-jobs.ts';

/** What slices need of each other and of the composition, by name; each takes what its routes declare. */
export type Parts = ReturnType<typeof partsOf>;

type NewPerson = Omit<Parameters<typeof createUser>[1], 'role'>;

export function partsOf(context: AppContext, options: AppOptions) {
  const { database, clickhouse, jobs, mailer, folder, config, imports, packageInfo, listDate, lists } = context;
  const now = () => context.clock.now();
  const secret = (name: SecretName) => Buffer.from(folder.secret(name), 'hex');
  const tokens = createTokens(secret('session'), now);
  const sessions = createSessions(database, tokens, now);
  const outbound = options.outbound ?? context.outbound ?? createOutbound();
  const links = linksOf(context);
  const metrics = metricsOf(context, links.filedClicks);
  const firstRun = randomBytes(24).toString('base64url');
  return {
    database,
    clickhouse,
    jobs,
    mailer,
    imports,
    metrics,
    intakeLog: new CountedIntakeLog(metrics, database, () => context.loadWake.wake()),
    loadWake: context.loadWake,
    ...links,
    collectorLimits: options.collectorLimits,
    tagFile: TAG,
    packageInfo,
    listDate,
    lists,
    now,
    sessions,
    reportTickets: createReportTickets(secret('session'), sessions, now),
    ...configuredOf(config),
    outbound,
    webhookKey: webhookKeyOf(context),
    personalData: PERSONAL_DATA,
    cancellableJobs: jobsOf(context).flatMap(({ plan }) => (plan.cancel ? [plan.name] : [])),
    nameColumns: NAME_COLUMNS,
    reopenLists: () => context.reopenLists(),
    ownSessions: ownSessions(database, now),
    oneTime: createOneTimeTokens(database, tokens, now),
    codes: createCodes(database, secret('one-time-codes'), now),
    twoFactor: createTwoFactor(database, secret('two-factor'), now),
    tries: countTries(database, now),
    guard: createSignInGuard(database, now),
    later: createLater((error) => options.log?.error({ err: error }, 'work after an answer failed')),
    humanCheck:
      options.humanCheck ??
      (config.turnstile
        ? turnstileCheck(outbound, config.turnstile)
        : altchaCheck(database, secret('human-check'), now)),
    mailbox: createMailbox(mailer, context.files, now),
    isCommonPassword,
    pages: PAGES,
    previewTurns: new PreviewTurns(),
    actions: AUDIT_ACTIONS,
    publicUrl: () => publicUrlOf(context),
    dataFolder: folder.path,
    files: context.files,
    ...brandsOf(context),
    ...widgetsOf(context),
    ...accountToolPartsOf(context),
    ...moneyPartsOf(context),
    texts: openTexts(ROOT),
    ...claimsOf(database, now),
    hasAlerts: (packageName: string): Promise<boolean> => hasAlerts(database, packageName),
    ...casesOf(context),
    importOrigin: (scope: Scope, packageName: string, id: number) => importOrigin(scope, database, packageName, id),
    requireErased: (scope: Scope, name: string) => requireErased(scope, database, name),
    removeRecorded: removePackageRecorded,
    startErasures: () => startErasures(jobs),
    setupToken: async () => ((await hasUsers(database)) ? null : firstRun),
    /** The first run's, signed in at once. */
    createAdministrator: async (person: NewPerson) => {
      const user = await createUser(database, { ...person, role: 'admin' });
      return { token: await sessions.open(user.id, { ip: '', userAgent: '' }), user: toAuthData(user) };
    },
  };
}

/** What became of claims, for whoever shows rules or a publisher. */
const claimsOf = (database: Database, now: () => Date) => ({
  disputedRules: async (packageName: string): Promise<ReadonlyMap<string, RuleDisputed>> => {
    const rules = await disputeBook.rules(database.db, packageName);
    return new Map(rules.map(({ rule, taken_back, ...more }) => [rule, { overturned: taken_back, ...more }]));
  },
  claimsOn: async (packageName: string, publisher: string): Promise<PublisherClaims | undefined> => {
    const record = await disputeBook.record(database.db, packageName, { publisher, now: now() });
    if (!record) return undefined;
    const { claims, claimed, accepted, upheld, taken_back, not_answered } = record;
    return {
      claims,
      lines: claimed.lines,
      accepted: accepted.lines,
      upheld: upheld.lines,
      taken_back: taken_back.lines,
      not_answered: not_answered.lines,
    };
  },
});
/** Incidents, and tickets of them, for the domains whose finding they are. */
function casesOf(context: AppContext) {
  const { clickhouse, database, mailer, packageInfo, clock } = context;
  const parts = {
    clickhouse,
    database,
    mailer,
    packageInfo,
    texts: openTexts(ROOT),
    publicUrl: () => publicUrlOf(context),
    now: () => clock.now(),
  };
  const makeTicket: MakeTicket = async (scope, incident, wanted) => {
    const [made] = await createTickets(scope, parts, [incident], wanted);
    if (!made) throw new Error('A ticket was not made');
    return made;
  };
  return {
    openIncident: (incident: NewIncident): Promise<OpenedIncident> => openIncident(database, incident),
    makeTicket,
  };
}

/** Addresses and services of others that an operator names. */
const configuredOf = ({
  outsideEmbed,
  clicksUrl,
  embedOrigins,
  bankService,
  plans,
  youtubeKey,
  dataforseo,
}: Config) => ({
  outsideEmbed,
  clicksUrl,
  embedOrigins,
  bankService,
  plans,
  youtubeKey,
  dataforseo,
});

/** A key for one purpose, of one that is there: an update asks nobody to make another secret. */
const derivedKey = (folder: AppContext['folder'], purpose: string): Buffer =>
  createHmac('sha256', Buffer.from(folder.secret('signed-links'), 'hex'))
    .update(purpose)
    .digest();

/** What tools of an account ask of others. */
export const accountToolPartsOf = ({ database, folder, imports }: AppContext) => ({
  accountToolsKey: derivedKey(folder, 'account-tools'),
  enricher: () => imports.enricher,
  reportCounts: (scope: Scope, names: readonly string[]) => reportCounts(scope, database, names),
});

/** The key of video ads, and what trackers of brands take of them and of links: names, signatures, tags, events, and where clicks may go. */
export function brandsOf(context: AppContext) {
  const key = Buffer.from(context.folder.secret('video'), 'hex');
  const video = {
    database: context.database,
    publicUrl: () => publicUrlOf(context),
    now: () => context.clock.now(),
  };
  return {
    ...mediaOf(context),
    videoKey: key,
    tagSeal: {
      newKey,
      sign: (text: string) => macText(key, text),
      isSigned: (text: string, mac: string) => isMacOf(key, text, mac),
    },
    videoTags: {
      add: (scope: Scope, tracker: NewTracker) => addTracker(scope, video, tracker),
      one: (scope: Scope, id: number) => oneTracker(scope, video, id),
      edit: (scope: Scope, { id, ...tracker }: TrackerView) => editTracker(scope, video, id, tracker),
      remove: (scope: Scope, id: number) => removeTracker(scope, video, id),
    },
    ownEvent: videoEvent,
    landingFor: ({ url, hosts }: { url: string; hosts: ReadonlySet<string> }, wanted: string, clickId: string) => {
      const macro = (name: string) => (name === 'click_id' ? clickId : undefined);
      return landingOf({ pages: [{ url, weight: 1 }], hosts }, wanted, { device: '00', macro })?.url ?? null;
    },
  };
}

/** What links of ours are decided by and written to, and what is hung on them and shown beside them. */
function linksOf({ database, folder, imports, loadWake }: AppContext) {
  const key = (name: SecretName) => Buffer.from(folder.secret(name), 'hex');
  // Keys of signed links are derived from it.
  const linkMaster = key('signed-links');
  return {
    liveCampaigns: new LiveCampaigns({ database, publisherRegister }),
    clickLog: new ClickLog({ database, dataFolder: folder.path, onStored: () => loadWake.wake() }),
    filedClicks: new FiledClicks(folder.path),
    linkKey: key('links'),
    linkMaster,
    linkGuard: new LinkGuard({ database, imports, linkMaster }),
    publisherRegister,
    trackedCampaigns: (scope: Scope, name: string) => campaignChoices(scope, database.db, name),
    linkCampaigns: (scope: Scope, name: string) => campaignNames(scope, database.db, name),
    trackedPublishers: (scope: Scope, name: string) =>
      publishersWithLinks(scope, { database, publisherRegister }, name),
    requireCampaign: (scope: Scope, id: number) => namedCampaign(scope, database.db, id),
    menuOf: (scope: Scope) => menuOf(scope, database, PAGES),
    readyFiles: (scope: Scope, asked: Parameters<typeof readyFiles>[2]) => readyFiles(scope, database, asked),
  };
}

/** What addresses of uploads are sealed with, what direct calls of brand hygiene name, and who looks at what was sent. */
const mediaOf = (context: AppContext) => ({
  hygieneKey: derivedKey(context.folder, 'hygiene'),
  hygieneAuthorization:
    context.config.hygieneAuthorization ?? derivedKey(context.folder, 'hygiene-authorization').toString('hex'),
  analysisWaits: new AnalysisWaits(context.database),
  analyser: analyserOf(context),
});

import { beforeAll, describe, expect, it } from 'vitest';
import { type App, createApp } from '#app/server/create-app.ts';
import { deliverAlertsJob } from '#domains/alerts/server/alert-jobs.ts';
import { followBlockListJob } from '#domains/block-lists/server/block-jobs.ts';
import { evidenceJob } from '#domains/evidence/server/evidence-jobs.ts';
import { checkDomainsJob } from '#domains/infringement/server/domain-jobs.ts';
import { invoiceBatchJob, sendInvoiceJob } from '#domains/invoices/server/invoice-jobs.ts';
import { reattributionJob } from '#domains/reattribution/server/report-jobs.ts';
import { reportJob } from '#domains/reports/server/report-jobs.ts';
import { compareSupplyJob, fetchSupplyJob } from '#domains/supply/server/supply-jobs.ts';
import { convertCreativeJob } from '#domains/video-ads/server/creative-jobs.ts';
import { runs } from '#platform/server/jobs/job.ts';
import { decideAllJob } from '#traffic/explorer/server/decisions/decision-jobs.ts';
import { importJob } from '#traffic/intake/server/import-jobs.ts';
import { rewriteJob } from '#traffic/rule-sets/server/replay/rewrite-jobs.ts';
import { sweepJob } from '#traffic/sources/server/sweep/sweep-jobs.ts';
import { auditedAccountTools } from '../support/audited-account-tools.ts';
import { auditedAdministration } from '../support/audited-administration.ts';
import { auditedAlerts } from '../support/audited-alerts.ts';
import { auditedBlocks } from '../support/audited-blocks.ts';
import { auditedBrand } from '../support/audited-brand.ts';
import { type AuditedCalls, openDesk, PACKAGE } from '../support/audited-call.ts';
import { auditedDeliveries } from '../support/audited-deliveries.ts';
import { auditedHygiene } from '../support/audited-hygiene.ts';
import { auditedInfringement } from '../support/audited-infringement.ts';
import { auditedIntegrity } from '../support/audited-integrity.ts';
import { auditedLive } from '../support/audited-live.ts';
import { auditedAgreements } from '../support/audited-money-agreements.ts';
import { auditedDisputes } from '../support/audited-money-disputes.ts';
import { auditedEvidence } from '../support/audited-money-evidence.ts';
import { auditedInvoices } from '../support/audited-money-invoices.ts';
import { auditedReattribution } from '../support/audited-money-reattribution.ts';
import { auditedSettlements } from '../support/audited-money-settlements.ts';
import { auditedRelevancy } from '../support/audited-relevancy.ts';
import { auditedReports } from '../support/audited-reports.ts';
import { auditedSupply } from '../support/audited-supply.ts';
import { auditedTickets } from '../support/audited-tickets.ts';
import { auditedTracking } from '../support/audited-tracking.ts';
import { auditedTraffic } from '../support/audited-traffic.ts';
import { auditedVideo } from '../support/audited-video.ts';
import { useApp } from '../support/use-app.ts';

/** Calls that leave no line in the audit log, and why. */
const WITHOUT_A_LINE: Readonly<Record<string, string>> = {
  'POST /api/coupons/validate': 'Says whether a code holds and changes nothing.',
  'POST /api/import/preview': 'Reads a stored file and changes nothing.',
  'POST /api/import/preview-verdicts': 'Judges records of a stored file aside and changes nothing.',
  'POST /api/import/preview-head': 'Reads what it is sent and changes nothing.',
  'PUT /api/import/upload': 'A file nobody uses goes after a week; import.start names it once it is used.',
  'POST /api/traffic/sources/seen': 'Remembers for the caller alone which rows of a list they have looked at.',
  'POST /api/fingerprint': 'Remembers for the caller alone which browsers they sit at.',
  'POST /api/today/visit': 'Remembers for the caller alone when they last looked at what is new.',
  'POST /api/traffic/rules/preview': 'Counts what a draft would change and changes nothing.',
  'POST /api/web-bi/whitelist/preview': 'Counts what a rule would make clean and changes nothing.',
  'POST /api/web-bi/tools/blacklist/preview': 'Counts what a list would hit and changes nothing.',
  'POST /api/block-rules/preview': 'Counts what a standing rule would block and changes nothing.',
  'POST /api/web-bi/publisher_config/preview': 'Counts what a configuration would change and changes nothing.',
  'POST /api/integrity/:kind/test': 'Sends a request through the checks that never came, and writes nothing.',
  'POST /api/alerts/preview': 'Counts when an alert would have been raised and changes nothing.',
  'PUT /api/alerts/inbox/:id': 'Remembers for the caller alone how far they are with a raised alert.',
  'POST /api/web-bi/publisher_config/analytics_click': 'Counts a click without who did it and changes nothing.',
  'POST /api/bi/ticket/:id/watch': 'Remembers for the caller alone whether they want mails about a ticket.',
  'PUT /api/alerts/:id/mute': 'Remembers for the caller alone of which alerts they hear nothing.',
  'PUT /api/alerts/mails': 'Remembers for the caller alone how they hear of alerts by mail.',
  'POST /api/traffic/events/decisions/preview':
    'Notes which events it is about; event.judge_all says when they are marked.',
  'POST /api/mtrackit/test_link': 'Follows a link without leaving anything.',
  'POST /api/privacy/person/preview': 'Counts what is stored about a person and changes nothing.',
  'POST /api/vast/total_counts': 'Counts and changes nothing.',
  'POST /api/vast/campaign_summary': 'Counts and changes nothing.',
  'POST /api/vast/impression_distribution': 'Counts and changes nothing.',
  'POST /api/vast/trends_graph': 'Counts and changes nothing.',
  'POST /api/vast/top_videoids': 'Counts and changes nothing.',
  'POST /api/vast/hourly_imp_distribution': 'Counts and changes nothing.',
  'POST /api/vast/counts_funnel': 'Counts and changes nothing.',
  'POST /api/vast/export_campaign_summary': 'Counts and changes nothing.',
  'POST /api/vast/tag_test': 'Reads the tag of somebody else and stores nothing.',
  'POST /api/user/two_factor/begin': 'Nothing is in force before the first code is confirmed (account.two_factor_on).',
};

const app = useApp();
let admin = '';
/** The same server, with lists of another server that grow. */
let server: App;
const desk = openDesk(app, () => admin);

beforeAll(async () => {
  let asked = 0;
  const getText = async () => ({
    status: 200,
    body: Array.from({ length: ++asked }, (_, n) => `5.9.${n}.0/24`).join('\n'),
  });
  const nowhere = () => Promise.reject(new Error('nobody is called'));
  server = await createApp(app.context, {
    outbound: { getText, postForm: nowhere, postJson: nowhere, ping: nowhere, check: async () => {} },
  });
  // No job works: each import is in the state its call needs.
  const nothing = async () => {};
  const works = [runs(importJob, nothing), runs(rewriteJob, nothing), runs(sweepJob, nothing)];
  await app.context.jobs.start([
    ...works,
    runs(decideAllJob, nothing),
    runs(reportJob, nothing),
    runs(evidenceJob, nothing),
    runs(reattributionJob, nothing),
    runs(deliverAlertsJob, nothing),
    runs(followBlockListJob, nothing),
    runs(checkDomainsJob, nothing),
    runs(fetchSupplyJob, nothing),
    runs(compareSupplyJob, nothing),
    runs(convertCreativeJob, nothing),
    runs(sendInvoiceJob, nothing),
    runs(invoiceBatchJob, nothing),
  ]);
  await app.package({ name: PACKAGE });
  await app.package({ name: 'com.own', platform: 'app' });
  admin = await app.signIn({ email: 'admin@own.example', role: 'admin', packages: [PACKAGE, 'com.own'] });
});

const loadList = async (payload: object): Promise<void> => {
  await server.http.inject({ method: 'POST', url: '/api/lists/load', headers: { authorization: admin }, payload });
};
const CALLS: AuditedCalls = {
  ...auditedAdministration(desk),
  ...auditedTraffic(desk, loadList),
  ...auditedBlocks(desk),
  ...auditedSettlements(desk),
  ...auditedEvidence(desk),
  ...auditedDisputes(desk),
  ...auditedInfringement(desk),
  ...auditedSupply(desk),
  ...auditedReattribution(),
  ...auditedInvoices(desk),
  ...auditedTracking(desk),
  ...auditedAgreements(desk),
  ...auditedAccountTools(desk),
  ...auditedVideo(desk),
  ...auditedBrand(desk),
  ...auditedHygiene(desk),
  ...auditedIntegrity(desk),
  ...auditedLive(desk),
  ...auditedDeliveries(desk),
  ...auditedRelevancy(desk),
  ...auditedReports(desk),
  ...auditedAlerts(desk),
  ...auditedTickets(desk),
};

const changing = () =>
  app.app.routes
    .map(({ endpoint }) => endpoint)
    .filter(({ method, access }) => method !== 'GET' && access !== 'public')
    .map(({ method, path }) => `${method} ${path}`);

const lines = () => desk.rows<{ id: string; action: string }>('SELECT id, action FROM audit_entry ORDER BY id');

describe('every call that changes something', () => {
  it('has its line in the audit log tried below, or its reason for none', () => {
    expect([...Object.keys(CALLS), ...Object.keys(WITHOUT_A_LINE)].sort()).toEqual(changing().sort());
  });

  it.each(Object.entries(CALLS))('%s is written down', async (name, prepare) => {
    const { params = {}, query = {}, body, file, contentType, token = admin, action } = await prepare();
    const [method, path = ''] = name.split(' ');
    const place = path.replace(/:(\w+)/g, (_, field: string) => encodeURIComponent(String(params[field])));
    const url = `${place}?${new URLSearchParams(query)}`;
    const before = (await lines()).length;
    const answer = await server.http.inject({
      method: method === 'PUT' ? 'PUT' : method === 'DELETE' ? 'DELETE' : 'POST',
      url,
      headers: {
        authorization: token,
        ...(file === undefined ? {} : { 'content-type': contentType ?? 'application/octet-stream' }),
      },
      ...(body === undefined && file === undefined ? {} : { payload: file ?? body }),
    });
    expect([answer.statusCode, answer.statusCode === 200 ? '' : answer.body]).toEqual([200, '']);
    expect((await lines()).slice(before).map((line) => line.action)).toContain(action);
  });
});

import { importJob } from '#traffic/intake/server/import-jobs.ts';
import { defaultRuleSet } from '#traffic/rules/server/registry.ts';
import { sweepJob } from '#traffic/sources/server/sweep/sweep-jobs.ts';
import { type AuditedCalls, type Desk, PACKAGE } from './audited-call.ts';

const REASON = { package_name: PACKAGE, reason: 'Because of this test' };
const EVENT = '00000000-0000-4000-8000-000000000001';
const WHITE = { ...REASON, kind: 'ip', value: '192.0.2.1' };
const SOURCE = { ...REASON, publisher: 'P', sub_publisher: null, state: 'confirmed' };
const PRICE = {
  package_name: PACKAGE,
  publisher: 'P',
  basis: 'cpc',
  amount: '0.25',
  currency: 'EUR',
  from: '2026-11-01',
};
const PAIR = { package_name: PACKAGE, base: 'EUR', quote: 'USD' };
const LIST = { id: 'my-dc', kind: 'datacenter', url: 'https://lists.example/dc.txt' };
const FILE = '{"kind":"click","ts":"2026-11-18T10:00:00Z","publisher":"P","ip":"203.0.113.7"}\n';

const APP = 'com.own';
const CONFIGURATION = {
  package_name: PACKAGE,
  publisher: 'P',
  dashboard_type: 'Click',
  configuration_name: 'A configuration',
  fraud_category: 'clk',
  fraud_sub_category: 'clk.frequency',
  variation: 'click_frequency',
  action: 'block',
};

/** A form with one file, as a browser sends it. */
export const formOf = (name: string, text: string): { file: string; contentType: string } => ({
  file: [
    '--border',
    `Content-Disposition: form-data; name="file"; filename="${name}"`,
    'Content-Type: text/csv',
    '',
    text,
    '--border--',
    '',
  ].join('\r\n'),
  contentType: 'multipart/form-data; boundary=border',
});

/**
 * Calls about traffic: files, rules, verdicts, lists, privacy, jobs. `loadList` loads one more version of that list.
 */
export function auditedTraffic(
  { app, admin, rows, idIn, done }: Desk,
  loadList: (body: object) => Promise<void>,
): AuditedCalls {
  let files = 0;
  const upload = async (): Promise<string> => {
    const answer = await app.call(
      'PUT',
      `/api/import/upload?package_name=${PACKAGE}&file_name=clicks-${++files}.ndjson`,
      {
        token: admin(),
        headers: { 'content-type': 'application/octet-stream' },
        body: FILE,
      },
    );
    return answer.body.data.file_id;
  };
  const anImport = async () => ({ package_name: PACKAGE, file_id: await upload() });
  /** No job works here: the state an import is in is the one given. */
  const importIn = async (state: string, plan?: unknown): Promise<number> => {
    const { id } = (await done('POST', '/api/import', await anImport())).body.data;
    await rows('UPDATE import SET state = $2, replace_plan = $3 WHERE id = $1', [
      id,
      state,
      plan ? JSON.stringify(plan) : null,
    ]);
    return id;
  };
  const guessed = async () => {
    const { data } = (await done('POST', '/api/import/preview', await anImport())).body;
    return { package_name: PACKAGE, fingerprint: data.fingerprint, mapping: data.mapping };
  };

  const anEvent = () =>
    app.context.clickhouse.insert('traffic', [
      { row_id: EVENT, package: PACKAGE, kind: 'click', ts: '2026-11-18 10:00:00.000', ip: '::ffff:203.0.113.7' },
    ]);
  let rates = 0;
  /** Of an event that nobody has marked. */
  const previewed = async () => {
    await app.context.clickhouse.insert('traffic', [
      { package: PACKAGE, kind: 'click', ts: '2026-11-18 10:00:00.000' },
    ]);
    const asked = `package_name=${PACKAGE}&fromDate=2026-11-18&toDate=2026-11-18`;
    const body = { decision: 'fraud' };
    const { data } = (await done('POST', `/api/traffic/events/decisions/preview?${asked}`, body)).body;
    return { params: { id: data.id }, body: REASON };
  };
  let drafts = 0;
  /** Each time another mode: a version equal to the last is refused. */
  const draft = () => {
    const { rules } = defaultRuleSet();
    const [[name, setting] = []] = Object.entries(rules).filter(([, { mode }]) => mode === 'on');
    if (name === undefined || setting === undefined) throw new Error('No rule is on');
    return { rules: { ...rules, [name]: { ...setting, mode: drafts++ % 2 ? 'off' : 'mark' } }, custom: [] };
  };
  const newestVersion = async (): Promise<number> =>
    (await done('GET', `/api/traffic/rules/versions?package_name=${PACKAGE}`)).body.data[0].version;
  const saveRules = async () => {
    await done('GET', `/api/traffic/rules?package_name=${PACKAGE}`);
    await rows("UPDATE rule_rewrite SET state = 'done'");
    return { ...REASON, ...draft(), base_version: await newestVersion() };
  };
  let lists = 0;
  const listed = () => ({
    ...REASON,
    analysis: 'Click',
    rule_name: `White rule ${++lists}`,
    conditions: [{ field: 'publisher', operator: 'is', values: [`P${lists}`] }],
  });
  let configurations = 0;
  /** A new configuration; no version is on its way into what is stored. */
  const configuration = async () => {
    await rows("UPDATE rule_rewrite SET state = 'done'");
    return { ...CONFIGURATION, configuration_name: `Configuration ${++configurations}` };
  };
  const configured = async (packageName = PACKAGE) => {
    const body = { ...(await configuration()), package_name: packageName };
    await done('POST', '/api/web-bi/publisher_config', body);
    await rows("UPDATE rule_rewrite SET state = 'done'");
    return body;
  };
  const keyOf = ({ package_name, publisher, dashboard_type, configuration_name }: typeof CONFIGURATION) => ({
    package_name,
    publisher,
    dashboard_type,
    configuration_name,
  });
  const aPublisher = async (publisher: string): Promise<number> =>
    (await done('POST', '/api/web-bi/publisher', { package_name: PACKAGE, publisher })).body.data.id;
  const packageId = () => idIn('SELECT id FROM package WHERE name = $1', [PACKAGE]);
  return {
    'POST /api/import': async () => ({ body: await anImport(), action: 'import.start' }),
    'POST /api/app/install_360_output': async () => ({
      query: { package_name: PACKAGE },
      ...formOf('installs.csv', `install_time,publisher,device_id\n2026-11-18T10:00:0${++files % 10}Z,P,d-1\n`),
      action: 'import.start',
    }),
    'PUT /api/import/mapping': async () => ({ body: await guessed(), action: 'import.mapping' }),
    'POST /api/import/:id/cancel': async () => ({ params: { id: await importIn('queued') }, action: 'import.cancel' }),
    'POST /api/import/:id/replace': async () => ({
      params: { id: await importIn('waiting', [{ day: '2026-11-18', fresh: 1, stored: 1 }]) },
      body: { days: ['2026-11-18'] },
      action: 'import.replace',
    }),
    'POST /api/import/:id/undo': async () => ({ params: { id: await importIn('done') }, action: 'import.undo' }),
    'POST /api/lists/load': async () => ({ body: LIST, action: 'list.load' }),
    'POST /api/lists/roll_back': async () => {
      await loadList(LIST);
      await loadList(LIST);
      return { body: { id: LIST.id, version: 1 }, action: 'list.load' };
    },
    'PUT /api/privacy/package/:id': async () => ({
      params: { id: await packageId() },
      body: { retention_days: 90, truncate_after_days: null },
      action: 'package.edit',
    }),
    'POST /api/privacy/person/erase': async () => ({ body: { email: 'nobody@else.example' }, action: 'server.erase' }),
    'POST /api/privacy/run': async () => ({ action: 'server.retention_run' }),
    'POST /api/server/job/:id/cancel': async () => {
      const sweep = { job: 'daily', period: '2026-11-20' } as const;
      const id = (await app.context.jobs.enqueue(sweepJob, sweep, { startAfterSeconds: 3600 })) ?? '';
      return { params: { id }, action: 'server.job_cancel' };
    },
    'POST /api/server/job/:id/retry': async () => {
      const id = (await app.context.jobs.enqueue(importJob, { id: 0 }, { startAfterSeconds: 3600 })) ?? '';
      await rows("UPDATE pgboss.job SET state = 'failed', completed_on = now() WHERE id = $1", [id]);
      return { params: { id }, action: 'server.job_retry' };
    },
    'POST /api/server/mail_test': async () => ({ action: 'server.mail_test' }),
    'POST /api/traffic/events/:id/decision': async () => {
      await anEvent();
      return { params: { id: EVENT }, body: { ...REASON, decision: 'clean' }, action: 'event.judge' };
    },
    'POST /api/traffic/events/decisions/:id': async () => ({ ...(await previewed()), action: 'event.judge_all' }),
    'POST /api/traffic/events/decisions/:id/undo': async () => {
      const { params, body } = await previewed();
      await done('POST', `/api/traffic/events/decisions/${params.id}`, body);
      return { params, body: { package_name: PACKAGE }, action: 'event.undo_all' };
    },
    'POST /api/traffic/rules/versions': async () => ({ body: await saveRules(), action: 'rules.save' }),
    'POST /api/traffic/rules/undo': async () => {
      await done('POST', '/api/traffic/rules/versions', await saveRules());
      await rows("UPDATE rule_rewrite SET state = 'done'");
      return { body: { ...REASON, version: await newestVersion() }, action: 'rules.save' };
    },
    'POST /api/web-bi/whitelist': async () => ({ body: listed(), action: 'white_list.add' }),
    'PUT /api/web-bi/whitelist': async () => {
      const body = listed();
      await done('POST', '/api/web-bi/whitelist', body);
      return { body: { ...body, reason: 'Another reason' }, action: 'white_list.change' };
    },
    'DELETE /api/web-bi/whitelist': async () => {
      const { package_name, analysis, rule_name, ...rest } = listed();
      await done('POST', '/api/web-bi/whitelist', { package_name, analysis, rule_name, ...rest });
      return { query: { package_name, analysis, rule_name }, action: 'white_list.remove' };
    },
    'POST /api/web-bi/publisher_config': async () => ({ body: await configuration(), action: 'rules.save' }),
    'PUT /api/web-bi/publisher_config': async () => {
      const body = await configured();
      return { body: { ...body, active: false }, action: 'rules.save' };
    },
    'DELETE /api/web-bi/publisher_config': async () => ({ query: keyOf(await configured()), action: 'rules.save' }),
    'POST /api/web-bi/appfraud/publisher_report_config': async () => ({
      body: { ...(await configuration()), package_name: APP, variation: 'click_frequency' },
      action: 'rules.save',
    }),
    'DELETE /api/web-bi/appfraud/publisher_report_config': async () => ({
      query: keyOf(await configured(APP)),
      action: 'rules.save',
    }),
    'POST /api/web-bi/publisher': async () => ({
      body: { package_name: PACKAGE, publisher: 'P' },
      action: 'publisher.add',
    }),
    'PUT /api/web-bi/publisher/:id': async () => ({
      params: { id: await aPublisher('Q') },
      body: { status: 'paused' },
      action: 'publisher.edit',
    }),
    'DELETE /api/web-bi/publisher/:id': async () => ({
      params: { id: await aPublisher('R') },
      action: 'publisher.delete',
    }),
    'POST /api/web-bi/appfraud/meta_campaign/details': async () => ({
      body: { package_name: APP, campaign: 'Spring' },
      action: 'publisher.meta_campaign',
    }),
    'POST /api/traffic/money/prices': async () => ({ body: PRICE, action: 'money.price' }),
    'DELETE /api/traffic/money/prices/:id': async () => {
      const { data } = (await done('POST', '/api/traffic/money/prices', { ...PRICE, publisher: 'Q' })).body;
      return { params: { id: data.id }, action: 'money.price_remove' };
    },
    'POST /api/traffic/money/prices/:id/restore': async () => {
      const { data } = (await done('POST', '/api/traffic/money/prices', { ...PRICE, publisher: 'R' })).body;
      await done('DELETE', `/api/traffic/money/prices/${data.id}`);
      return { params: { id: data.id }, action: 'money.price' };
    },
    'POST /api/traffic/money/rates': async () => ({
      body: { ...PAIR, day: '2026-11-01', rate: `1.${++rates}` },
      action: 'money.rates',
    }),
    'PUT /api/traffic/money/rates/file': async () => ({
      query: { package_name: PACKAGE },
      file: `date,base,quote,rate\n2026-11-02,EUR,USD,1.${++rates}\n`,
      action: 'money.rates',
    }),
    'DELETE /api/traffic/money/rates': async () => {
      await done('POST', '/api/traffic/money/rates', { ...PAIR, day: '2026-11-03', rate: '1.5' });
      return { query: PAIR, action: 'money.rates_remove' };
    },
    'POST /api/traffic/money/rates/restore': async () => {
      await done('POST', '/api/traffic/money/rates', { ...PAIR, day: '2026-11-04', rate: '1.6' });
      await done('DELETE', `/api/traffic/money/rates?${new URLSearchParams(PAIR)}`);
      return { body: PAIR, action: 'money.rates' };
    },
    'POST /api/traffic/sources/decisions': async () => ({ body: SOURCE, action: 'source.confirm' }),
    'DELETE /api/traffic/sources/decisions/:id': async () => {
      const { data } = (await done('POST', '/api/traffic/sources/decisions', { ...SOURCE, publisher: 'Q' })).body;
      return { params: { id: data.id }, action: 'source.take_back' };
    },
    'POST /api/traffic/white-list': async () => ({ body: WHITE, action: 'white_list.add' }),
    'DELETE /api/traffic/white-list/:id': async () => {
      const { data } = (await done('POST', '/api/traffic/white-list', { ...WHITE, value: '192.0.2.2' })).body;
      return { params: { id: data.id }, action: 'white_list.remove' };
    },
  };
}

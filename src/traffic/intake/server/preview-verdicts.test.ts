// @drawn previews held against imports
import { beforeEach, describe, expect, test } from 'vitest';
import { systemScope } from '#platform/server/access/scope.ts';
import { sql } from '#platform/server/clickhouse/sql.ts';
import type { ImportMapping } from '#traffic/intake/contract/import-mapping.ts';
import { PACKAGE, useImports } from '../../../../test/support/use-imports.ts';
import { storeLocalFile } from './import-files.ts';
import { previewFile } from './imports.ts';
import { previewVerdicts } from './preview-verdicts.ts';

const imports = useImports();
beforeEach(() => imports.clear());

const AGENT =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36';
const rows = (cells: (n: number) => string, count = 40): string =>
  Array.from({ length: count }, (_, n) => `${cells(n)}\n`).join('');
const time = (n: number): string =>
  `2026-03-${String(1 + (n % 28)).padStart(2, '0')} 10:${String(n).padStart(2, '0')}:00`;

/** What is said of a text, read as it is guessed or as `change` has it. */
async function said(name: string, text: string, change: (mapping: ImportMapping) => ImportMapping = (same) => same) {
  const source = { packageName: PACKAGE, path: await imports.file(name, text), name };
  const { id: fileId } = await storeLocalFile(systemScope(), imports.deps.database, imports.deps.folder, source);
  const wanted = { packageName: PACKAGE, fileId, timeZone: 'UTC' };
  const { mapping } = await previewFile(systemScope(), imports.deps, wanted);
  return previewVerdicts(systemScope(), imports.deps, { ...wanted, mapping: change(mapping) });
}
const storing = (target: string, key: string) => (mapping: ImportMapping) => ({
  ...mapping,
  fields: { ...mapping.fields, [target]: { from: [key] } },
});

describe('what most records would become', () => {
  const clicks = `time,publisher,user agent,creative,ip,session\n${rows((n) => `${time(n)},net,"${AGENT}",banner ${n},91.64.${n}.7,s${n % 2}`)}`;

  test('nothing is said of a sound mapping, and nothing is left behind', async () => {
    expect(await said('clicks.csv', clicks)).toEqual({ events: 40, findings: [] });
    const left = await imports.deps.clickhouse.query(
      sql`SELECT name FROM system.tables WHERE database = currentDatabase() AND startsWith(name, 'import_work_')`,
    );
    expect(left).toEqual([]);
    expect(await imports.count()).toBe(0);
  });

  test('a creative taken for the agent is fraud, and the column is named', async () => {
    const { events, findings } = await said('clicks.csv', clicks, storing('user_agent', 'creative'));
    expect(events).toBe(40);
    expect(findings).toContainEqual(
      expect.objectContaining({ what: 'fraud', events: 40, columns: expect.arrayContaining(['creative']) }),
    );
  });

  test('a column of crawlers taken for the agent makes known bots, which are no fraud', async () => {
    const crawled = `time,publisher,user agent,seen by,ip\n${rows((n) => `${time(n)},net,"${AGENT}",Mozilla/5.0 (compatible; AhrefsBot/7.0; +http://ahrefs.com/robot/),91.64.${n}.7`)}`;
    const { findings } = await said('crawled.csv', crawled, storing('user_agent', 'seen_by'));
    expect(findings).toContainEqual(
      expect.objectContaining({ what: 'filtered', rule: 'declared_bot', events: 40, columns: ['seen by', 'ip'] }),
    );
    expect(findings.map(({ what }) => what)).not.toContain('fraud');
  });

  test('a column that repeats, taken for the id of a click, makes duplicates', async () => {
    const { findings } = await said('clicks.csv', clicks, storing('click_id', 'session'));
    expect(findings).toEqual([
      { what: 'duplicates', rule: 'repeated_click_id', title: expect.any(String), events: 38, columns: ['session'] },
    ]);
  });

  test('so does one inside of another, taken for an order', async () => {
    const text = `time,publisher,event,params\n${rows((n) => `${time(n)},net,purchase,"{""shop"":7,""order_id"":${n}}"`)}`;
    expect((await said('events.csv', text)).findings.filter(({ what }) => what === 'duplicates')).toEqual([]);
    const wrong = await said('events.csv', text, storing('order_id', 'params/shop'));
    expect(wrong.findings).toContainEqual(
      expect.objectContaining({ what: 'duplicates', rule: 'duplicate_order', events: 39, columns: ['params → shop'] }),
    );
  });

  test('a file imported before is not called duplicates, and a few records say nothing', async () => {
    await imports.run('clicks.csv', clicks);
    expect(await said('clicks.csv', clicks)).toEqual({ events: 40, findings: [] });
    const few = `time,publisher,click_id\n${rows((n) => `${time(n)},net,same`, 19)}`;
    expect(await said('clicks.csv', few)).toEqual({ events: 0, findings: [] });
  });
});

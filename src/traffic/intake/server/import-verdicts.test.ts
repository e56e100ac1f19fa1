// @drawn files held against live judging
import { text } from 'node:stream/consumers';
import Papa from 'papaparse';
import { beforeEach, describe, expect, test } from 'vitest';
import { systemScope } from '#platform/server/access/scope.ts';
import type { VerdictFile } from '#traffic/event/contract/own-ids.ts';
import { RULES } from '#traffic/rules/server/registry.ts';
import { useImports } from '../../../../test/support/use-imports.ts';
import { importOutcome, importVerdicts } from './import-verdicts.ts';
import { csvLine } from './scan/csv-text.ts';

const imports = useImports();
beforeEach(() => imports.clear());

type Line = Record<string, string>;

const records = (csv: string): Line[] =>
  Papa.parse<Line>(csv.replace(/^\uFEFF/, ''), { header: true, skipEmptyLines: true }).data;

async function verdicts(id: number, by: VerdictFile = 'event'): Promise<Line[]> {
  return records(await text((await importVerdicts(systemScope(), imports.deps, id, by)).stream));
}

const HEADER =
  'AppsFlyer ID,Advertising ID,Media Source,Site ID,Attributed Touch Type,Event Time,Event Name,Event Value'.split(',');

/** Every third order is booked twice. */
const original = (): string => {
  const rows = Array.from({ length: 60 }, (_, n) => {
    const order = n % 3 === 2 ? n - 1 : n;
    const device = n % 2 === 0 ? `a1b2c3d4-e5f6-4a7b-8c9d-0e1f2a3b4c${10 + n}` : '';
    const second = String(n).padStart(2, '0');
    const source = n < 30 ? 'net_one' : 'net_two';
    const value = JSON.stringify({ af_order_id: `O-${order}`, af_revenue: 1 + n });
    const time = `2026-03-01 10:00:${second}`;
    return [`1772359200000-${n}`, device, source, `s${n % 5}`, 'click', time, 'af_purchase', value];
  });
  return [HEADER, ...rows].map((fields) => `${csvLine(fields, ',')}\n`).join('');
};

describe('verdicts go back where they came from', () => {
  test('an AppsFlyer file and its verdicts join by the ids of AppsFlyer without a missing record', async () => {
    const file = original();
    const done = await imports.run('in-app-events.csv', file);
    expect(done).toMatchObject({ state: 'done', records: 60, rejected: 0 });
    const byId = new Map((await verdicts(done.id)).map((line) => [line['AppsFlyer ID'], line]));
    expect(byId.size).toBe(60);
    records(file).forEach((record, index) => {
      const line = byId.get(record['AppsFlyer ID']);
      expect(line).toMatchObject({
        source_file: 'in-app-events.csv',
        record_no: String(index + 1),
        'Advertising ID': record['Advertising ID'],
        order_id: JSON.parse(record['Event Value'] ?? '').af_order_id,
        publisher: record['Media Source'],
        time: `${record['Event Time']?.replace(' ', 'T')}.000Z`,
      });
      const isRepeat = index % 3 === 2;
      expect([line?.['rules']?.split(' ').includes('duplicate_order'), index]).toEqual([isRepeat, index]);
      if (isRepeat)
        expect(line).toMatchObject({
          verdict: 'fraud',
          reason: 'evt.duplicate',
          reason_group: 'evt',
          reason_group_name: 'Event',
          rule_names: expect.stringContaining('Order booked twice'),
        });
    });
  });

  test('the outcome names the kinds that came, most first, repeats of an earlier file among them', async () => {
    const line = (n: number, kind: string) =>
      `2026-03-01 10:00:${String(n).padStart(2, '0')},${kind},net_one,198.51.100.${n}\n`;
    const file = `time,kind,publisher,ip\n${['click', 'click', 'install', 'click', 'install'].map((kind, n) => line(n, kind)).join('')}`;
    for (const name of ['first.csv', 'again.csv']) {
      const { id } = await imports.run(name, file);
      expect((await importOutcome(systemScope(), imports.deps, id)).kinds).toEqual([
        { kind: 'click', events: 3 },
        { kind: 'install', events: 2 },
      ]);
    }
  });

  test('only detectors are named blind that look at a kind which came', async () => {
    const file = 'time,kind,publisher\n2026-03-01 10:00:00,click,net_one\n2026-03-01 10:00:07,click,net_two\n';
    const { blind } = await imports.run('clicks.csv', file);
    expect(blind.length).toBeGreaterThan(0);
    for (const { rule } of blind) {
      const kinds = RULES.find(({ id }) => id === rule)?.kinds ?? [];
      expect([rule, kinds.includes('click')]).toEqual([rule, true]);
    }
  });

  test('by source the numbers add up to the records of the file', async () => {
    const done = await imports.run('in-app-events.csv', original());
    const lines = await verdicts(done.id, 'source');
    const sum = (name: string) => lines.reduce((all, line) => all + Number(line[name]), 0);
    expect(lines).toHaveLength(10);
    expect(sum('events')).toBe(60);
    expect(sum('clean') + sum('suspect') + sum('fraud') + sum('filtered')).toBe(60);
    const events = await verdicts(done.id);
    expect(sum('fraud')).toBe(events.filter(({ verdict }) => verdict === 'fraud').length);
    expect(lines[0]).toMatchObject({
      publisher: expect.stringMatching(/^net_/),
      reason_groups: expect.stringMatching(/^Event: \d+/),
      rule_names: expect.stringContaining('Order booked twice: '),
    });
    expect(lines.map(({ fraud, events: all, fraud_percent }) => [fraud, all, fraud_percent])).toEqual(
      lines.map(({ fraud, events: all }) => [
        fraud,
        all,
        String(Math.round((1e4 * Number(fraud)) / Number(all)) / 100),
      ]),
    );
  });

  test('an id that stands for the device as well is there under its own name', async () => {
    const done = await imports.run(
      'x.csv',
      'AppsFlyer ID,Media Source,Attributed Touch Type,Event Time,Event Name\n1772359200000-1,net,click,2026-03-01 10:00:00,install\n',
    );
    expect(await verdicts(done.id)).toMatchObject([
      { 'AppsFlyer ID': '1772359200000-1', device_id: '1772359200000-1' },
    ]);
  });

  test('records that an earlier file brought are in the verdicts of both', async () => {
    const first = await imports.run('first.csv', original());
    const again = await imports.run('again.csv', original());
    expect(again).toMatchObject({ duplicates: 60 });
    const lines = await verdicts(again.id);
    expect(lines).toHaveLength(60);
    expect(
      lines.every(({ source_file, import_id }) => source_file === 'first.csv' && import_id === String(first.id)),
    ).toBe(true);
  });

  test('Adjust records are known by their adid, tables by the ids of every event', async () => {
    const adjust = await imports.run(
      'token_2026-03-01T100000_hash.csv',
      '{adid},{gps_adid},{activity_kind},{created_at},{network_name}\nad1,a1b2c3d4-e5f6-4a7b-8c9d-0e1f2a3b4c5d,event,1772359200,Net A\n',
    );
    expect(await verdicts(adjust.id)).toMatchObject([
      { '{adid}': 'ad1', '{gps_adid}': 'a1b2c3d4-e5f6-4a7b-8c9d-0e1f2a3b4c5d', record_no: '1' },
    ]);
    const table = await imports.run('clicks.csv', 'time,publisher,click_id\n2026-03-01 10:00:00,a,c1\n');
    expect(await verdicts(table.id)).toMatchObject([{ click_id: 'c1', publisher: 'a', source_file: 'clicks.csv' }]);
  });
});

// @drawn one form of files among many
import { beforeEach, describe, expect, test } from 'vitest';
import { useImports } from '../../../../test/support/use-imports.ts';
import { csvLine } from './scan/csv-text.ts';

const imports = useImports();
beforeEach(() => imports.clear());

const file = (header: readonly string[], rows: readonly (readonly string[])[]): string =>
  [header, ...rows].map((fields) => `${csvLine([...fields], ',')}\n`).join('');
const device = (n: number): string => `a1b2c3d4-e5f6-4a7b-8c9d-0e1f2a3b4c${10 + n}`;

/** Which of these rules hit each record, in the order of the file. */
async function hitsOf(rules: readonly string[]): Promise<string[][]> {
  const rows = await imports.rows<{ record_no: number; hits: string[] }>('record_no, hits');
  return rows
    .sort((a, b) => a.record_no - b.record_no)
    .map(({ hits }) => hits.filter((rule) => rules.includes(rule)).sort());
}

const INSTALLS = [
  'AppsFlyer ID',
  'Advertising ID',
  'IDFA',
  'Media Source',
  'Attributed Touch Type',
  'Attributed Touch Time',
  'Install Time',
  'Event Time',
  'Event Name',
  'Is Primary Attribution',
  'Platform',
  'OS Version',
  'Device Type',
  'Google Play Click Time',
  'Google Play Install Begin Time',
];

/** An install a minute after its click, at this minute of the hour. */
function install(n: number, more: Partial<Record<string, string>> = {}): string[] {
  const at = (minute: number, second: number) =>
    `2026-03-01 10:${String(minute).padStart(2, '0')}:${String(second).padStart(2, '0')}`;
  const record: Record<string, string> = {
    'AppsFlyer ID': `1772359200000-${n}`,
    'Advertising ID': device(n),
    'Media Source': 'net_one',
    'Attributed Touch Type': 'click',
    'Attributed Touch Time': at(n, 0),
    'Install Time': at(n + 1, 0),
    'Event Time': at(n + 1, 0),
    'Event Name': 'install',
    'Is Primary Attribution': 'true',
    Platform: 'android',
    'OS Version': '15',
    'Device Type': 'SM-S928B',
    'Google Play Click Time': at(n, 1),
    'Google Play Install Begin Time': at(n, 20),
  };
  return INSTALLS.map((name) => more[name] ?? record[name] ?? '');
}

describe('what raw data of trackers tell', () => {
  test('an AppsFlyer install whose store names a click after the download began is injected, others are not', async () => {
    await imports.run(
      'installs.csv',
      file(INSTALLS, [
        install(1),
        install(2, { 'Google Play Click Time': '2026-03-01 10:02:41' }),
        // Organic installs have no click, and outside Google Play nobody tells.
        install(3, { 'Google Play Click Time': '', 'Media Source': 'organic' }),
        install(4, { 'Google Play Install Begin Time': '', 'Google Play Click Time': '2026-03-01 10:59:00' }),
        install(5, { 'Google Play Click Time': '2026-03-01 10:05:20' }),
      ]),
    );
    expect(await hitsOf(['late_store_click', 'click_injection'])).toEqual([[], ['late_store_click'], [], [], []]);
    expect(await imports.rows('verdict, reason')).toContainEqual({ verdict: 'fraud', reason: 'clk.injection' });
  });

  test('an iPhone never ran a system that its model was not given; others, and models nobody lists, are left alone', async () => {
    const iphone = (n: number, model: string, version: string) =>
      install(n, {
        Platform: 'ios',
        'Device Type': model,
        'OS Version': version,
        'Advertising ID': '',
        IDFA: device(n).toUpperCase(),
        'Google Play Click Time': '',
        'Google Play Install Begin Time': '',
      });
    await imports.run(
      'installs.csv',
      file(INSTALLS, [
        iphone(1, 'iPhone9,3', '15.8.2'),
        iphone(2, 'iPhone9,3', '17.1'),
        iphone(3, 'iPhone15,4', '16.4'),
        iphone(4, 'iPhone99,1', '17.1'),
        iphone(5, 'iPhone18,1', '18.6'),
      ]),
    );
    expect(await hitsOf(['implausible_device'])).toEqual([[], ['implausible_device'], ['implausible_device'], [], []]);
  });

  const CLICKS = ['activity_kind', 'adid', 'gps_adid', 'network_name', 'tracker_name', 'created_at', 'click_id'];
  const click = (n: number, gps_adid: string, click_id: string): string[] => {
    const at = String(1_772_359_200 + 60 * n);
    return ['click', `adid${n}`, gps_adid, 'Net One', 'Net One::x', at, click_id];
  };

  test('clicks of an Adjust file whose ids are macros or one character are suspect, deleted ids are not', async () => {
    await imports.run(
      'clicks.csv',
      file(CLICKS, [
        click(1, device(1), 'c-10001'),
        click(2, '{gps_adid}', 'c-10002'),
        click(3, 'ffffffff-ffff-ffff-ffff-ffffffffffff', 'c-10003'),
        click(4, device(4), '{click_id}'),
        click(5, '00000000-0000-0000-0000-000000000000', 'c-10005'),
        click(6, device(6), '{click_id}'),
      ]),
    );
    const flawed = ['unfilled_ids'];
    expect(await hitsOf(['unfilled_ids', 'repeated_click_id'])).toEqual([[], flawed, flawed, flawed, [], flawed]);
  });

  test('an Adjust install is injected where somebody landed on the store after the download began', async () => {
    const header = ['activity_kind', 'adid', 'gps_adid', 'network_name', 'tracker_name', 'created_at', 'click_time'];
    const times = ['install_begin_time', 'referral_time', 'installed_at', 'click_id'];
    const begun = 1_772_359_200;
    const row = (n: number, landed: number, click_id: string) => [
      'install',
      `adid${n}`,
      device(n),
      'Net One',
      'Net One::x',
      String(begun + 60),
      String(begun - 30),
      String(begun),
      String(landed),
      String(begun + 60),
      click_id,
    ];
    await imports.run(
      'installs.csv',
      file(
        [...header, ...times],
        [
          row(1, begun - 20, 'c-1'),
          row(2, begun + 9, 'c-2'),
          row(3, begun - 20, 'c-same'),
          row(4, begun - 20, 'c-same'),
        ],
      ),
    );
    const shared = ['shared_click_id'];
    expect(await hitsOf(['late_store_click', 'shared_click_id'])).toEqual([[], ['late_store_click'], shared, shared]);
  });
});

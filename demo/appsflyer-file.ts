import { addressIn } from './addresses.ts';
import { type AppsFlyerRow, buildPools, csvText, type Pools } from './appsflyer-pools.ts';
import { DAY, iso, SECOND, startOfDay } from './calendar.ts';
import { APPSFLYER_COLUMNS, APPSFLYER_EXTRA_COLUMNS, PROTECT360_COLUMNS, snake } from './data/appsflyer-columns.ts';
import { HOSTING_BLOCKS } from './data/networks.ts';
import { LineFile } from './line-file.ts';
import { Random } from './random.ts';
import { honestDelay } from './scenarios/app-people.ts';

export interface AppsFlyerOptions {
  rows: number;
  seed: number;
  /** Last day, YYYY-MM-DD in UTC, included. */
  endDay: string;
  /** Export page and Pull API, Data Locker, or warehouse connectors. */
  dialect: 'display' | 'locker' | 'etl';
  /** Default 'installs'. */
  report?: 'installs' | 'in-app-events';
  /** Default 30. */
  days?: number;
  /** Adds the 47 fields on request. */
  extra47?: boolean;
  /** Makes it a blocked-installs report: with reason columns, one in every row. */
  protect360?: boolean;
}

/** Column names of the file in their order, each once. */
export function appsFlyerHeader(options: Pick<AppsFlyerOptions, 'dialect' | 'extra47' | 'protect360'>): string[] {
  const columns = [
    ...APPSFLYER_COLUMNS,
    ...(options.extra47 ? APPSFLYER_EXTRA_COLUMNS : []),
    ...(options.protect360 ? PROTECT360_COLUMNS : []),
  ];
  const names = columns.map(([display, locker]) => {
    if (options.dialect === 'display') return display;
    if (options.dialect === 'locker') return locker;
    return display === 'WIFI' ? 'is_wifi' : snake(display);
  });
  return [...new Set(names)];
}

/** `YYYY-MM-DD HH:MM:SS` without zone, as the product writes times; meant as UTC. */
const clock = (at: number): string => {
  const text = iso(at);
  return `${text.slice(0, 10)} ${text.slice(11, 19)}`;
};

const REASONS: readonly string[] = [
  'ctit_anomalies',
  'site_blacklist',
  'bots',
  'click_flood',
  'behavioral_anomalies',
  'install_hijacking',
];
const EVENTS: readonly string[] = [
  'af_login',
  'af_tutorial_completion',
  'af_level_achieved',
  'af_ad_view',
  'af_purchase',
];

/** Draws one row; about one in twenty carries a planted fault: hosting address, short or impossible click times. */
function drawRow(random: Random, pools: Pools, installAt: number): AppsFlyerRow {
  const { ad, device, network } = {
    ad: random.pick(pools.ads),
    device: random.pick(pools.devices),
    network: random.pick(pools.networks),
  };
  const fate = random.next();
  const delay =
    (fate < 0.015 ? random.between(1, 8) : fate < 0.03 ? random.between(12, 70) : honestDelay(random)) * SECOND;
  const clickAt = installAt - delay;
  return {
    ad,
    device,
    network,
    installAt,
    clickAt,
    // An injected click comes after the store began.
    beginAt: fate >= 0.015 && fate < 0.03 ? clickAt - 4 * SECOND : Math.max(clickAt + SECOND, installAt - 45 * SECOND),
    ip: addressIn(random, fate > 0.98 ? random.pick(HOSTING_BLOCKS) : random.pick(network.blocks)),
  };
}

/** Everything before the extra fields: pieces that never change are rendered once, which is where the speed comes from. */
function baseColumns(random: Random, row: AppsFlyerRow, inApp: boolean): string {
  const { ad, device, network } = row;
  const name = inApp ? random.pick(EVENTS) : 'install';
  const eventAt = inApp ? row.installAt + random.exponential(1.2) * DAY : row.installAt;
  const paid = name === 'af_purchase' ? `${random.int(1, 40)}.99` : '';
  const money = paid ? `"{""af_revenue"":${paid}}",${paid},USD,${paid}` : ',,,';
  const touch = ad.organic ? ',' : `click,${clock(row.clickAt)}`;
  const id = device.ios ? random.uuid().toUpperCase() : random.uuid();
  const ids = device.ios ? `,${id},,,,${id}` : `${id},,,,,`;
  const appsFlyerId = `${Math.floor(row.installAt)}-${random.int(1_000_000, 9_999_999)}`;
  return (
    `${touch},${clock(row.installAt)},${clock(eventAt)},${name},${money},SDK,,${ad.text},${network.place},${row.ip},` +
    `${network.text},${appsFlyerId},${ids},${device.text},${ad.url}`
  );
}

/** The 47 fields, those a detector can use filled in. */
function extraColumns(row: AppsFlyerRow, reason: string): string {
  const played = !row.device.ios && !row.ad.organic;
  const store = played
    ? [clock(row.clickAt), clock(row.beginAt), 'utm_source=google-play&utm_medium=referral']
    : ['', '', ''];
  const values: Record<string, string> = {
    'Conversion Type': 'install',
    'Google Play Click Time': store[0] ?? '',
    'Match Type': row.ad.organic ? '' : 'id_matching',
    'Blocked Reason': reason,
    'Google Play Install Begin Time': store[1] ?? '',
    'Google Play Referrer': store[2] ?? '',
    'Device Download Time': `${clock(row.beginAt)}.000`,
    'Device Model': row.device.model,
    'Is LAT': 'false',
    'Device Category': 'phone',
    'App Type': 'user_app',
    'Install App Store': row.device.ios ? '' : 'com.android.vending',
    'Engagement Type': row.ad.organic ? '' : 'click_to_download',
  };
  return APPSFLYER_EXTRA_COLUMNS.map(([display]) => csvText(values[display] ?? '')).join(',');
}

/**
 * Writes a raw-data report as the vendor writes it: comma, LF, quotes only where needed, times without zone. Rows are in
 * order of install time. Same options, same bytes.
 */
export async function writeAppsFlyerCsv(path: string, options: AppsFlyerOptions): Promise<void> {
  const random = new Random(options.seed, 'appsflyer');
  const end = startOfDay(options.endDay) + DAY - SECOND;
  const span = (options.days ?? 30) * DAY - SECOND;
  const pools = buildPools(random, end - span);
  const file = await LineFile.create(path);
  try {
    file.add(appsFlyerHeader(options).join(','));
    for (let i = 0; i < options.rows; i++) {
      const row = drawRow(random, pools, end - span * (1 - (i + 1) / options.rows));
      let line = baseColumns(random, row, options.report === 'in-app-events');
      const reason = options.protect360 ? random.pick(REASONS) : '';
      if (options.extra47) line += `,${extraColumns(row, reason)}`;
      // With the 47 fields only the deprecated rule column is missing.
      if (options.protect360) line += options.extra47 ? ',' : `,${reason},,,,,`;
      if (file.add(line)) await file.flush();
    }
  } finally {
    await file.close();
  }
}

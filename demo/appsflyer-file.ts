import { addressIn } from './addresses.ts';
import { type AppsFlyerRow, buildPools, type Pools } from './appsflyer-pools.ts';
import { clock, DAY, SECOND, startOfDay } from './calendar.ts';
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

/**
 * Everything before the extra fields: pieces that never change are rendered once, which is where the speed comes from.
 */
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

const BLANK = APPSFLYER_EXTRA_COLUMNS.map(() => '');
const POSITION = new Map(APPSFLYER_EXTRA_COLUMNS.map(([display], i) => [display, i]));

/** The 47 fields, those a detector can use filled in; every value is ready for CSV. */
function extraColumns(row: AppsFlyerRow, reason: string): string {
  const cells = [...BLANK];
  const set = (display: string, value: string): void => {
    const position = POSITION.get(display);
    if (position === undefined) throw new Error(`no such column: ${display}`);
    cells[position] = value;
  };
  set('Conversion Type', 'install');
  set('Blocked Reason', reason);
  set('Device Download Time', `${clock(row.beginAt)}.000`);
  set('Device Model', row.device.model);
  set('Is LAT', 'false');
  set('Device Category', 'phone');
  set('App Type', 'user_app');
  if (!row.device.ios) set('Install App Store', 'com.android.vending');
  if (!row.ad.organic) {
    set('Match Type', 'id_matching');
    set('Engagement Type', 'click_to_download');
  }
  if (!row.device.ios && !row.ad.organic) {
    set('Google Play Click Time', clock(row.clickAt));
    set('Google Play Install Begin Time', clock(row.beginAt));
    set('Google Play Referrer', 'utm_source=google-play&utm_medium=referral');
  }
  return cells.join(',');
}

/**
 * Writes a raw-data report as the vendor writes it: comma, LF, quotes only where needed, times without zone. Rows are
 * in order of install time. Same options, same bytes.
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

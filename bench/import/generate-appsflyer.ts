/**
 * Writes an AppsFlyer-shaped file with the 81 default columns: `tsx bench/import/generate-appsflyer.ts FILE [ROWS]`.
 * Invented values only.
 */

import { once } from 'node:events';
import { createWriteStream } from 'node:fs';

/** The 81 default columns of the raw-data export, in order. */
export const APPSFLYER_HEADER = [
  'Attributed Touch Type',
  'Attributed Touch Time',
  'Install Time',
  'Event Time',
  'Event Name',
  'Event Value',
  'Event Revenue',
  'Event Revenue Currency',
  'Event Revenue USD',
  'Event Source',
  'Is Receipt Validated',
  'Partner',
  'Media Source',
  'Channel',
  'Keywords',
  'Campaign',
  'Campaign ID',
  'Adset',
  'Adset ID',
  'Ad',
  'Ad ID',
  'Ad Type',
  'Site ID',
  'Sub Site ID',
  'Sub Param 1',
  'Sub Param 2',
  'Sub Param 3',
  'Sub Param 4',
  'Sub Param 5',
  'Cost Model',
  'Cost Value',
  'Cost Currency',
  ...[1, 2, 3].flatMap((n) =>
    ['Partner', 'Media Source', 'Campaign', 'Touch Type', 'Touch Time'].map((f) => `Contributor ${n} ${f}`),
  ),
  'Region',
  'Country Code',
  'State',
  'City',
  'Postal Code',
  'DMA',
  'IP',
  'WIFI',
  'Operator',
  'Carrier',
  'Language',
  'AppsFlyer ID',
  'Advertising ID',
  'IDFA',
  'Android ID',
  'Customer User ID',
  'IMEI',
  'IDFV',
  'Platform',
  'Device Type',
  'OS Version',
  'App Version',
  'SDK Version',
  'App ID',
  'App Name',
  'Bundle ID',
  'Is Retargeting',
  'Retargeting Conversion Type',
  'Attribution Lookback',
  'Reengagement Window',
  'Is Primary Attribution',
  'User Agent',
  'HTTP Referrer',
  'Original URL',
];

/** The same numbers on every machine (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const COUNTRIES = ['DE', 'US', 'IN', 'BR', 'FR', 'UK', 'JP', 'MX'];
const MODELS = ['samsung::SM-A525F', 'Xiaomi::M2101K6G', 'google::Pixel 7', 'motorola::moto g(60)', 'OPPO::CPH2239'];

/** One install or event as the values of APPSFLYER_HEADER. */
export function appsflyerRow(random: () => number): string[] {
  const int = (n: number) => Math.floor(random() * n);
  const hex = (n: number) => Array.from({ length: n }, () => int(16).toString(16)).join('');
  const time = (ms: number) => new Date(ms).toISOString().replace('T', ' ').slice(0, 19);
  const install = random() < 0.6;
  const touch = Date.UTC(2026, 8, 1) + int(30 * 86_400) * 1000;
  const installed = touch + (30 + int(40_000)) * 1000;
  const event = install ? installed : installed + int(3 * 86_400) * 1000;
  const model = MODELS[int(MODELS.length)] ?? '';
  const os = 8 + int(7);
  const id = `${hex(8)}-${hex(4)}-4${hex(3)}-a${hex(3)}-${hex(12)}`;
  const site = `site_${int(3000)}`;
  const campaign = int(60);
  const set: Record<string, string> = {
    'Attributed Touch Type': 'click',
    'Attributed Touch Time': time(touch),
    'Install Time': time(installed),
    'Event Time': time(event),
    'Event Name': install ? 'install' : 'af_purchase',
    'Event Value': install ? '' : `"{""af_revenue"":""${int(90)}.99"",""af_content_id"":""sku${int(999)}""}"`,
    'Event Revenue': install ? '' : `${int(90)}.99`,
    'Event Revenue Currency': 'USD',
    'Event Source': 'SDK',
    Partner: random() < 0.3 ? 'agency_one' : '',
    'Media Source': `network_${int(25)}_int`,
    Channel: `channel_${int(8)}`,
    Campaign: `campaign ${campaign} autumn`,
    'Campaign ID': `${1_000_000 + campaign}`,
    Adset: `adset ${int(200)}`,
    'Adset ID': `${2_000_000 + int(200)}`,
    Ad: `banner_${int(400)}`,
    'Ad ID': `${3_000_000 + int(400)}`,
    'Ad Type': 'banner',
    'Site ID': site,
    'Sub Site ID': `${site}_${int(9)}`,
    'Sub Param 1': hex(16),
    'Cost Model': 'CPI',
    'Cost Value': '1.25',
    'Cost Currency': 'USD',
    'Contributor 1 Media Source': random() < 0.2 ? 'network_3_int' : '',
    Region: 'EU',
    'Country Code': COUNTRIES[int(COUNTRIES.length)] ?? '',
    State: `state ${int(40)}`,
    City: `city ${int(800)}`,
    'Postal Code': `${10_000 + int(80_000)}`,
    DMA: 'None',
    IP: `${int(200) + 11}.${int(256)}.${int(256)}.${int(256)}`,
    WIFI: random() < 0.5 ? 'true' : 'false',
    Operator: 'Operator One',
    Carrier: `Carrier ${int(12)}`,
    Language: 'English',
    'AppsFlyer ID': `${touch}-${int(1e9)}${int(1e9)}`,
    'Advertising ID': id,
    Platform: 'android',
    'Device Type': model,
    'OS Version': String(os),
    'App Version': `4.${int(20)}.0`,
    'SDK Version': 'v6.12.2',
    'App ID': 'com.example.shop',
    'App Name': 'Example Shop',
    'Bundle ID': 'com.example.shop',
    'Is Retargeting': 'false',
    'Attribution Lookback': '7d',
    'Is Primary Attribution': 'true',
    'User Agent': `Dalvik/2.1.0 (Linux; U; Android ${os}; ${model.split('::')[1]} Build/TP1A.${220_000 + int(60)})`,
  };
  return APPSFLYER_HEADER.map((name) => set[name] ?? '');
}

export async function writeAppsFlyer(path: string, rows: number): Promise<void> {
  const random = randomFrom(7);
  const out = createWriteStream(path);
  let text = `${APPSFLYER_HEADER.join(',')}\n`;
  for (let n = 0; n < rows; n++) {
    text += `${appsflyerRow(random).join(',')}\n`;
    if (text.length < 1 << 20) continue;
    if (!out.write(text)) await once(out, 'drain');
    text = '';
  }
  out.end(text);
  await once(out, 'close');
}

const [, script = '', path, rows = '1000000'] = process.argv;
if (script.endsWith('generate-appsflyer.ts') && path) await writeAppsFlyer(path, Number(rows));

/** A sender that exists already, and what it is set up with: `{key}` and `{origin}` are filled in. */
interface KnownSender {
  id: string;
  /** As its maker writes it; undefined for one that has no name. */
  name?: string;
  setUp: string;
}

const placeholders = (names: readonly string[]): string => names.map((name) => `&${name}={${name}}`).join('');

/** In the order of the list on the page. Placeholders are those their makers document. */
export const SENDERS = [
  { id: 'segment', name: 'Segment', setUp: "new Analytics({ writeKey: '{key}', host: '{origin}' });" },
  {
    id: 'snowplow',
    name: 'Snowplow',
    setUp: "newTracker('ads', '{origin}', { appId: '{key}', credentials: 'omit' });",
  },
  {
    id: 'ga4',
    name: 'Google Analytics 4 (Measurement Protocol)',
    setUp: '{origin}/mp/collect?measurement_id=G-XXXXXXX&api_secret={key}',
  },
  { id: 'cloudevents', name: 'CloudEvents', setUp: '{origin}/api/cloudevents?write_key={key}' },
  { id: 'appsflyer', name: 'AppsFlyer', setUp: '{origin}/api/callback/appsflyer?write_key={key}' },
  {
    id: 'adjust',
    name: 'Adjust',
    setUp: `{origin}/api/callback/adjust?write_key={key}${placeholders([
      'activity_kind',
      'event_name',
      'created_at',
      'installed_at',
      'click_time',
      'install_begin_time',
      'referral_time',
      'network_name',
      'campaign_name',
      'adgroup_name',
      'creative_name',
      'label',
      'adid',
      'gps_adid',
      'idfa',
      'idfv',
      'ip_address',
      'user_agent',
      'referrer',
      'country',
      'language',
      'device_name',
      'device_manufacturer',
      'os_name',
      'os_version',
      'app_version',
      'is_organic',
      'revenue',
      'currency',
      'rejection_reason',
    ])}`,
  },
  { id: 'branch', name: 'Branch', setUp: '{origin}/api/callback/branch?write_key={key}' },
  {
    id: 'singular',
    name: 'Singular',
    setUp:
      '{origin}/api/callback/singular?write_key={key}&evtname={EVTNAME}&utcm={UTCM}&amount={AMOUNT}&cid={CID}&clid={CLID}' +
      '&event_ip={EVENT_IP}&attribution_ip={ATTRIBUTION_IP}&os_version={OS_VERSION}&is_re_eng={IS_RE_ENG}',
  },
  { id: 'kochava', name: 'Kochava', setUp: '{origin}/api/callback/kochava?write_key={key}' },
  { id: 'other', setUp: '{origin}/api/callback/table?write_key={key}&kind=click' },
] as const satisfies readonly KnownSender[];

/** What a person copies. */
export const setUpOf = ({ setUp }: { setUp: string }, origin: string, key: string): string =>
  setUp.replaceAll('{origin}', origin).replaceAll('{key}', key);

/** Sends what happens on a page to Adsieve. No dependencies; nothing here throws into the page or waits for it. */

export type Value = string | number | boolean | null | undefined;
/** Columns of traffic by their own names, such as `campaign` or `revenue`; `event_id` and `ts` among them. */
export type Fields = Record<string, Value>;

export interface Options {
  /** Where Adsieve is, such as https://adsieve.example.com. */
  address: string;
  /** A write key that names the site of the page. */
  key: string;
  /** `wait`: nothing is sent before `consent(true)`. `given`: as if that had been said. Left out: sent without identifiers. */
  consent?: 'wait' | 'given' | undefined;
  /** Signals of the browser that forbid identifiers whatever was consented to; `gpc` when left out. */
  respect?: readonly ('gpc' | 'dnt')[] | undefined;
  /** Tells the console what is sent and what is answered. */
  debug?: boolean | undefined;
}

export interface Adsieve {
  /** The page was shown; says where its visitor came from. */
  visit(fields?: Fields): void;
  click(fields?: Fields): void;
  impression(fields?: Fields): void;
  /** Something of your own, such as `signup`. */
  event(name: string, fields?: Fields): void;
  /** Given, an id is kept on the device; refused or taken back, it is removed, and who waited sends nothing. */
  consent(given: boolean): void;
  /** What waits is sent now. */
  flush(): void;
}

type Kind = 'visit' | 'click' | 'impression' | 'web_event';

interface Waiting {
  kind: Kind;
  fields: Fields;
  tries: number;
}

/** Others within this join the same request. */
const GATHER_MS = 1000;
/** Of one request: browsers send 64 KB while a page goes away. */
const AT_ONCE = 20;
const MOST_WAITING = 200;
const MOST_TRIES = 3;
const LONGEST_WAIT_SECONDS = 60;
const ADDRESS_LENGTH = 2000;
const ID = 'adsieve_id';
/** Who may not send may not read why either. */
const UNREADABLE =
  'No answer. The write key does not name this site, is wrong or revoked, or the address cannot be reached: Live traffic in Adsieve tells.';
/** What names one click, by the platforms that add it; an identifier, so only with consent. */
const CLICK_IDS = 'click_id clickid gclid gbraid wbraid dclid msclkid fbclid ttclid twclid li_fat_id yclid'.split(' ');
const CAMPAIGN: readonly (readonly [parameter: string, column: string])[] = [
  ['utm_source', 'publisher'],
  ['utm_medium', 'channel'],
  ['utm_campaign', 'campaign'],
  ['utm_id', 'campaign_id'],
  ['utm_term', 'keyword'],
  ['utm_content', 'creative'],
];

export function createAdsieve({ address, key, consent: first, respect = ['gpc'], debug }: Options): Adsieve {
  let given = first === 'given';
  let held = first === 'wait';
  const landing = location.href;
  const say: Say = (...words) => {
    if (debug) console.info('Adsieve:', ...words);
  };
  const box = outbox({
    to: (kind) => `${address}/api/ingest/${kind}?write_key=${encodeURIComponent(key)}`,
    isHeld: () => held,
    ready: (fields) => ready(fields, landing, given && !forbidden(respect)),
    say,
  });
  const add = (kind: Kind, own: Fields): void => {
    if (held) say('waits for consent:', kind);
    box.add({ kind, fields: { ...usualFields(landing), ...own }, tries: 0 });
  };
  const safely =
    <A extends unknown[]>(work: (...args: A) => void) =>
    (...args: A): void => {
      try {
        work(...args);
      } catch (error) {
        say(error);
      }
    };
  const leave = safely(() => box.flush(true));
  addEventListener('pagehide', leave);
  document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && leave());

  return {
    visit: safely((fields = {}) => add('visit', fields)),
    click: safely((fields = {}) => add('click', fields)),
    impression: safely((fields = {}) => add('impression', fields)),
    event: safely((name, fields = {}) => add('web_event', { event_name: name, ...fields })),
    consent: safely((is) => {
      given = is;
      // Who was told to wait was told no.
      held = !is && first === 'wait';
      if (held) box.clear();
      else box.flush(false);
      if (!is) localStorage.removeItem(ID);
    }),
    flush: safely(() => box.flush(false)),
  };
}

type Say = (...words: unknown[]) => void;

interface Way {
  to: (kind: Kind) => string;
  isHeld: () => boolean;
  /** As it goes out. */
  ready: (fields: Fields) => Fields;
  say: Say;
}

/** What waits to be sent, in the memory of the page. */
function outbox({ to, isHeld, ready, say }: Way) {
  let waiting: Waiting[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Adsieve has asked for a pause. */
  let notBefore = 0;
  const wake = (ms: number): void => {
    timer ??= setTimeout(() => flush(false), ms);
  };
  const flush = (leaving: boolean): void => {
    clearTimeout(timer);
    timer = undefined;
    if (isHeld() || waiting.length === 0) return;
    const pause = notBefore - Date.now();
    if (pause > 0) {
      wake(pause);
      return;
    }
    const all = waiting;
    waiting = [];
    for (const kind of new Set(all.map((each) => each.kind))) {
      const own = all.filter((each) => each.kind === kind);
      while (own.length > 0) post(kind, own.splice(0, AT_ONCE), leaving);
    }
  };
  const post = (kind: Kind, events: Waiting[], leaving: boolean): void => {
    const body = JSON.stringify(events.map(({ fields }) => ready(fields)));
    if (leaving && navigator.sendBeacon?.(to(kind), body)) {
      say('sent while leaving:', events.length, kind);
      return;
    }
    // A body of plain text needs no question beforehand; cookies are never wanted.
    fetch(to(kind), { method: 'POST', body, keepalive: true, credentials: 'omit' })
      .then(async (answer) => {
        const text = await answer.text().catch(() => '');
        say(answer.status, kind, text);
        if (answer.status === 429 || answer.status >= 500)
          again(events, Number(answer.headers.get('retry-after')) || undefined);
      })
      .catch((error) => {
        say(error, UNREADABLE);
        again(events);
      });
  };
  /** The same ids later, so that nothing counts twice. */
  const again = (events: Waiting[], seconds?: number): void => {
    const left = events.filter((each) => ++each.tries < MOST_TRIES);
    const wait = (seconds ?? 2 ** (events[0]?.tries ?? 1)) * 1000;
    notBefore = Date.now() + wait;
    if (wait > LONGEST_WAIT_SECONDS * 1000 || left.length === 0) say('given up:', events.length);
    else {
      waiting = [...left, ...waiting].slice(-MOST_WAITING);
      wake(wait);
    }
  };
  const add = (event: Waiting): void => {
    waiting = [...waiting, event].slice(-MOST_WAITING);
    wake(GATHER_MS);
  };
  const clear = (): void => {
    waiting = [];
  };
  return { add, flush, clear };
}

const usualFields = (landing: string): Fields => ({
  event_id: uuid(),
  ts: Date.now(),
  from_request: true,
  system_domain: location.hostname,
  page_id: location.pathname,
  url: location.href,
  referrer: document.referrer,
  language: navigator.language,
  ...campaignOf(landing),
  // What a driven browser says of itself.
  vendor_verdict: navigator.webdriver ? 'webdriver' : undefined,
});

const forbidden = (respect: readonly string[]): boolean =>
  (respect.includes('gpc') && 'globalPrivacyControl' in navigator && navigator.globalPrivacyControl === true) ||
  (respect.includes('dnt') && navigator.doNotTrack === '1');

/** As it goes out: without empty fields, with identifiers only where they may be, with the time of our clock. */
function ready(fields: Fields, landing: string, withIds: boolean): Fields {
  const usual: Fields = withIds ? { click_id: clickIdOf(landing), device_id: deviceId(), ...fields } : { ...fields };
  for (const name of ['url', 'referrer']) usual[name] = shortened(usual[name], withIds);
  for (const name of Object.keys(usual)) if (usual[name] === '' || usual[name] === null) delete usual[name];
  return { ...usual, sent_at: Date.now() };
}

/** Of a query only what says which campaign it was; the rest may name people. */
function shortened(value: Value, withIds: boolean): Value {
  if (typeof value !== 'string') return value;
  try {
    const url = new URL(value, location.href);
    for (const name of [...url.searchParams.keys()])
      if (!/^utm_/.test(name) && !(withIds && CLICK_IDS.includes(name))) url.searchParams.delete(name);
    url.hash = '';
    return value && url.href.slice(0, ADDRESS_LENGTH);
  } catch {
    return undefined;
  }
}

function campaignOf(address: string): Fields {
  const { searchParams } = new URL(address);
  return Object.fromEntries(CAMPAIGN.map(([from, column]) => [column, searchParams.get(from) ?? undefined]));
}

function clickIdOf(address: string): string | undefined {
  const { searchParams } = new URL(address);
  return CLICK_IDS.map((name) => searchParams.get(name)).find(Boolean) ?? undefined;
}

/** Kept on the device; none where it may not be kept. */
function deviceId(): string | undefined {
  try {
    const id = localStorage.getItem(ID) ?? uuid();
    localStorage.setItem(ID, id);
    return id;
  } catch {
    return undefined;
  }
}

/** Also where the page has no TLS, which is what `randomUUID` asks for. */
const uuid = (): string =>
  crypto.randomUUID?.() ??
  '10000000-1000-4000-8000-100000000000'.replace(/[018]/g, (digit) =>
    (Number(digit) ^ ((crypto.getRandomValues(new Uint8Array(1))[0] ?? 0) & (15 >> (Number(digit) / 4)))).toString(16),
  );

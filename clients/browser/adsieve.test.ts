// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createAdsieve, type Fields, type Options } from './adsieve.ts';

interface Call {
  url: string;
  events: Fields[];
}

let calls: Call[] = [];
let answers: (() => Promise<Response>)[] = [];
const stored = () => Promise.resolve(new Response('{"accepted":1}', { status: 202 }));
const made = (more: Partial<Options> = {}) => createAdsieve({ address: 'https://a.example', key: 'adw_k', ...more });
const passed = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const sent = () => calls.flatMap(({ events }) => events);

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-20T12:00:00Z') });
  calls = [];
  answers = [];
  localStorage.clear();
  history.replaceState(null, '', '/shop?utm_source=net&utm_campaign=Spring&gclid=g1&email=a@b.example#top');
  vi.stubGlobal('fetch', (url: string, { body }: { body: string }) => {
    calls.push({ url, events: JSON.parse(body) });
    return (answers.shift() ?? stored)();
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('a page that has nobody’s consent', () => {
  it('says what happened without identifiers, and keeps nothing on the device', async () => {
    made().visit();
    await passed(1000);
    const [event] = sent();
    expect(event).toMatchObject({
      publisher: 'net',
      campaign: 'Spring',
      page_id: '/shop',
      url: 'http://localhost:3000/shop?utm_source=net&utm_campaign=Spring',
      from_request: true,
    });
    expect(JSON.stringify(event)).not.toMatch(/g1|b\.example|device_id|click_id/);
    expect(localStorage).toHaveLength(0);
  });

  it('sends nothing at all where it was told to wait, and nothing of it after a no', async () => {
    const page = made({ consent: 'wait' });
    page.visit();
    dispatchEvent(new Event('pagehide'));
    await passed(60_000);
    page.consent(false);
    page.event('signup');
    await passed(60_000);
    expect([calls.length, localStorage.length]).toEqual([0, 0]);
  });

  it('sends what waited after a yes, with one id for the device and the id of the click', async () => {
    const page = made({ consent: 'wait' });
    page.visit();
    page.consent(true);
    page.event('signup', { revenue: 5 });
    await passed(1000);
    const [visit, signup] = sent();
    expect(visit).toMatchObject({ click_id: 'g1', device_id: localStorage.getItem('adsieve_id') });
    expect(signup).toMatchObject({ event_name: 'signup', revenue: 5, device_id: visit?.['device_id'] });
    expect(visit?.['event_id']).not.toBe(signup?.['event_id']);
    page.consent(false);
    expect(localStorage).toHaveLength(0);
  });

  it.each([
    ['globalPrivacyControl', true, undefined],
    ['doNotTrack', '1', ['dnt'] as const],
  ])('gets no id where the browser says so by %s, whatever was consented to', async (name, value, respect) => {
    Object.defineProperty(navigator, name, { value, configurable: true });
    made({ consent: 'given', ...(respect ? { respect } : {}) }).visit();
    await passed(1000);
    Reflect.deleteProperty(navigator, name);
    expect(sent()).toHaveLength(1);
    expect([sent()[0]?.['device_id'], sent()[0]?.['click_id'], localStorage.length]).toEqual([undefined, undefined, 0]);
  });
});

describe('what could not be sent', () => {
  const refused = (status: number, seconds?: number) => () =>
    Promise.resolve(new Response('', { status, headers: seconds ? { 'retry-after': String(seconds) } : {} }));
  const broken = () => Promise.reject(new TypeError('Failed to fetch'));

  it('comes again under the same id when it may, and three times at most', async () => {
    answers = [refused(503, 10), broken, broken, stored];
    made().visit();
    await passed(1000);
    expect(calls).toHaveLength(1);
    await passed(9000);
    expect(calls).toHaveLength(1);
    await passed(60_000);
    expect(calls).toHaveLength(3);
    expect(new Set(sent().map((event) => event['event_id'])).size).toBe(1);
  });

  it('is not sent again when it would be refused again', async () => {
    answers = [refused(400)];
    made().visit();
    await passed(60_000);
    expect(calls).toHaveLength(1);
  });

  it('never reaches the page as an error', async () => {
    vi.stubGlobal('localStorage', undefined);
    vi.stubGlobal('fetch', () => {
      throw new Error('blocked');
    });
    const page = made({ consent: 'given' });
    page.visit();
    page.consent(false);
    page.flush();
    await passed(5000);
  });
});

describe('a page that goes away', () => {
  it('gives what waits to the browser to send, by kinds', async () => {
    const beacons: string[] = [];
    Object.defineProperty(navigator, 'sendBeacon', {
      value: (url: string) => beacons.push(url) > 0,
      configurable: true,
    });
    const page = made();
    page.visit();
    page.event('leave');
    dispatchEvent(new Event('pagehide'));
    await passed(60_000);
    Reflect.deleteProperty(navigator, 'sendBeacon');
    expect(beacons.map((url) => url.replace(/\?.*/, ''))).toEqual([
      'https://a.example/api/ingest/visit',
      'https://a.example/api/ingest/web_event',
    ]);
    expect(calls).toHaveLength(0);
  });
});

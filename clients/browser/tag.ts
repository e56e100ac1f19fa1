/**
 * `/tag.js`: what a page loads by a script element. It sends the visit, clicks on what is marked with `data-adsieve`,
 * ads with `data-ads`, and what the page says by `adsieve('event', …)`.
 */
import { type Adsieve, createAdsieve, type Fields, type Options } from './adsieve.ts';

type Command = [name: string, first?: unknown, second?: unknown];

interface Queued {
  (...command: Command): void;
  /** What the page said before this was here. */
  q?: ArrayLike<unknown>[];
}

declare global {
  interface Window {
    adsieve?: Queued;
  }
}

const MARK = 'data-adsieve';
const VIEWED_MS = 1000;
const KEYLESS_AFTER_MS = 2000;
const KEYLESS = 'Adsieve: data-key is missing at the script element of tag.js, so nothing is sent.';

function start(): void {
  const script = document.currentScript;
  const { key, consent, respect, debug, ads, auto, address } =
    script instanceof HTMLScriptElement ? script.dataset : {};
  const early = window.adsieve?.q ?? [];
  const own = script instanceof HTMLScriptElement && script.src ? new URL(script.src).origin : location.origin;
  let page: Adsieve | undefined;

  const init = (options: Partial<Options> & { auto?: boolean; ads?: string }): void => {
    if (page || !options.key) return;
    const isDebugged = options.debug || /[?&]adsieve_debug=1/.test(location.search);
    const made = createAdsieve({ address: own, ...options, key: options.key, debug: isDebugged });
    page = made;
    watch(made, options.auto ?? true, options.ads);
  };
  const run = ([name, first, second]: Command): void => {
    if (name === 'init') init(fieldsOf(first) as Partial<Options>);
    if (!page) return;
    if (name === 'consent') page.consent(first === true);
    else if (name === 'event' && typeof first === 'string') page.event(first, fieldsOf(second));
    else if (name === 'event') page.event(String(fieldsOf(first)['event_name'] ?? 'event'), fieldsOf(first));
    else if (name === 'visit' || name === 'click' || name === 'impression') page[name](fieldsOf(first));
  };
  window.adsieve = (...command) => {
    try {
      run(command);
    } catch {
      // The page goes on.
    }
  };
  if (key)
    init({
      key,
      ...(address ? { address } : {}),
      ...(consent === 'wait' || consent === 'given' ? { consent } : {}),
      ...(respect === undefined ? {} : { respect: signalsIn(respect) }),
      debug: debug !== undefined,
      auto: auto !== 'off',
      ...(ads === undefined ? {} : { ads }),
    });
  for (const command of early) window.adsieve(...(Array.from(command) as Command));
  // A page may begin by itself (`init`); whoever has done neither by now has forgotten the key.
  setTimeout(() => {
    if (!page) console.warn(KEYLESS);
  }, KEYLESS_AFTER_MS);
}

const fieldsOf = (value: unknown): Fields => (typeof value === 'object' && value !== null ? (value as Fields) : {});

const signalsIn = (text: string): ('gpc' | 'dnt')[] =>
  (['gpc', 'dnt'] as const).filter((signal) => text.split(' ').includes(signal));

function watch(page: Adsieve, auto: boolean, ads: string | undefined): void {
  if (auto) whenShown(() => visits(page));
  for (const type of ['click', 'auxclick'])
    document.addEventListener(type, ({ target }) => clicked(page, target), { capture: true, passive: true });
  if (ads !== undefined) whenParsed(() => shownAds(page, ads === 'viewable'));
}

/** A page that a browser prepares and never shows was visited by nobody. */
function whenShown(work: () => void): void {
  if ('prerendering' in document && document.prerendering === true)
    document.addEventListener('prerenderingchange', work, { once: true });
  else work();
}

function whenParsed(work: () => void): void {
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', work, { once: true });
  else work();
}

/** This page, and those that a page of scripts shows without loading. */
function visits(page: Adsieve): void {
  page.visit();
  let last = location.href;
  if (!('navigation' in window) || !(window.navigation instanceof EventTarget)) return;
  window.navigation.addEventListener('navigatesuccess', () => {
    const from = last;
    last = location.href;
    if (new URL(from).pathname !== location.pathname) page.visit({ referrer: from });
  });
}

/** Fields that an element names: `data-adsieve-campaign="Spring"`. */
function named(element: Element): Fields {
  const fields: Fields = {};
  for (const { name, value } of element.attributes)
    if (name.startsWith(`${MARK}-`)) fields[name.slice(MARK.length + 1).replace(/-/g, '_')] = value;
  return fields;
}

const shownAt = new WeakMap<Element, number>();

function clicked(page: Adsieve, target: EventTarget | null): void {
  try {
    const element = target instanceof Element ? target.closest(`[${MARK}]`) : null;
    if (!element) return;
    const what = element.getAttribute(MARK) ?? '';
    const link = element.closest('a[href]') ?? element.querySelector('a[href]');
    const to = link instanceof HTMLAnchorElement ? { url: link.href, referrer: location.href } : {};
    const shown = shownAt.get(element);
    const times = shown === undefined ? {} : { impression_time: shown, click_time: Date.now() };
    const fields = { ...to, ...times, ...named(element) };
    if (what.startsWith('event:')) page.event(what.slice(6), fields);
    else page.click(fields);
  } catch {
    // The page goes on.
  }
}

/** Every ad as it begins to be drawn, with its size; on wish once more when half of it was in sight for a second. */
function shownAds(page: Adsieve, tellsViewable: boolean): void {
  const viewed = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) if (isIntersecting) later(target);
    },
    { threshold: 0.5 },
  );
  const later = (ad: Element): void => {
    setTimeout(() => {
      const { top, bottom, height } = ad.getBoundingClientRect();
      const seen = Math.min(bottom, innerHeight) - Math.max(top, 0);
      if (seen < height / 2 || document.visibilityState !== 'visible') return;
      viewed.unobserve(ad);
      page.impression({
        event_name: 'viewable',
        impression_time: shownAt.get(ad) ?? null,
        ...sizeOf(ad),
        ...named(ad),
      });
    }, VIEWED_MS);
  };
  const look = (): void => {
    for (const ad of document.querySelectorAll(`[${MARK}=impression]`)) {
      if (shownAt.has(ad)) continue;
      shownAt.set(ad, Date.now());
      page.impression({ ...sizeOf(ad), ...named(ad) });
      if (tellsViewable) viewed.observe(ad);
    }
  };
  look();
  new MutationObserver(look).observe(document.documentElement, { childList: true, subtree: true });
}

function sizeOf(element: Element): Fields {
  const { width, height } = element.getBoundingClientRect();
  return { ad_width: Math.round(width), ad_height: Math.round(height) };
}

try {
  start();
} catch {
  // Nothing of this is worth an error on the page.
}

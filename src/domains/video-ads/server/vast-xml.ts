import { create } from 'xmlbuilder2';
import type { XMLBuilder } from 'xmlbuilder2/lib/interfaces.js';
import { asVastMacros } from '#domains/video-ads/contract/macros.ts';
import type { VideoEvent } from '#domains/video-ads/contract/terms.ts';
import type { CreativeRow, HeldTracker } from './held-trackers.ts';

/** The newest version whose schema is published, and the one that old players read. */
export type VastVersion = '4.2' | '3.0';

const NAMESPACE = 'http://www.iab.com/VAST';
const SYSTEM = 'Adsieve';

/** Reported while a video plays; the rest has elements of its own. */
const TRACKED = [
  'start',
  'firstQuartile',
  'midpoint',
  'thirdQuartile',
  'complete',
  'mute',
  'unmute',
  'pause',
  'resume',
  'skip',
] as const satisfies VideoEvent[];

export interface Ad extends HeldTracker {
  requestId: string;
  /** Where an event is reported. What a player fills in stands before the end, for its bracket would end the CDATA. */
  eventUrl: (event: VideoEvent) => string;
  mediaUrl: (file: string) => string;
}

const root = (version: VastVersion): XMLBuilder =>
  version === '4.2'
    ? create({ version: '1.0', encoding: 'UTF-8' }).ele(NAMESPACE, 'VAST', { version })
    : create({ version: '1.0', encoding: 'UTF-8' }).ele('VAST', { version });

const written = (vast: XMLBuilder): string => vast.end({ prettyPrint: false });

/** What 3.0 has no attributes for is what its players do. */
const FOLLOWED = { followAdditionalWrappers: 'true', allowMultipleAds: 'false', fallbackOnNoAd: 'false' };

/** No ad: players go on with what they have. */
export const emptyVast = (version: VastVersion): string => written(root(version));

/** The tag of another server inside ours, with our events added. The order of elements is that of the schema. */
export function wrapperVast(version: VastVersion, ad: Ad): string {
  const vast = root(version);
  const wrapper = vast.ele('Ad', { id: ad.requestId }).ele('Wrapper', version === '4.2' ? FOLLOWED : {});
  const inside = () => text(wrapper, 'VASTAdTagURI', asVastMacros(ad.tracker.vastUrl));
  text(wrapper, 'AdSystem', SYSTEM);
  if (version === '3.0') inside();
  reported(wrapper, version, ad);
  if (version === '4.2') verifications(wrapper, ad);
  const linear = wrapper.ele('Creatives').ele('Creative').ele('Linear');
  tracking(linear, ad);
  text(linear.ele('VideoClicks'), 'ClickTracking', ad.eventUrl('click'));
  if (version === '4.2') inside();
  return written(vast);
}

/** A creative of our own. */
export function inlineVast(version: VastVersion, ad: Ad & { creative: CreativeRow }): string {
  const { tracker, creative, requestId } = ad;
  const vast = root(version);
  const inline = vast.ele('Ad', { id: requestId }).ele('InLine');
  const advertiser = () => tracker.brand !== '' && text(inline, 'Advertiser', tracker.brand);
  text(inline, 'AdSystem', SYSTEM);
  if (version === '3.0') {
    text(inline, 'AdTitle', tracker.name);
    advertiser();
    reported(inline, version, ad);
  } else {
    reported(inline, version, ad);
    text(inline, 'AdServingId', requestId);
    text(inline, 'AdTitle', tracker.name);
    verifications(inline, ad);
    advertiser();
  }
  const parent = inline.ele('Creatives').ele('Creative', { id: String(creative.id), sequence: '1' });
  linearOf(parent, version, ad);
  if (version === '4.2') parent.ele('UniversalAdId', { idRegistry: 'unknown' }).txt('unknown');
  return written(vast);
}

function linearOf(parent: XMLBuilder, version: VastVersion, ad: Ad & { creative: CreativeRow }): void {
  const { tracker, creative } = ad;
  const linear = parent.ele('Linear');
  if (tracker.skipSeconds !== null) linear.att('skipoffset', clock(tracker.skipSeconds * 1000));
  const duration = () => text(linear, 'Duration', clock(creative.milliseconds ?? 0));
  const clicks = () => {
    const element = linear.ele('VideoClicks');
    if (version === '3.0' && tracker.landingUrl !== '') text(element, 'ClickThrough', tracker.landingUrl);
    text(element, 'ClickTracking', ad.eventUrl('click'));
    if (version === '4.2' && tracker.landingUrl !== '') text(element, 'ClickThrough', tracker.landingUrl);
  };
  if (version === '3.0') duration();
  tracking(linear, ad);
  if (version === '4.2') duration();
  if (version === '3.0') clicks();
  const files = linear.ele('MediaFiles');
  for (const { file, width, height, kbps } of creative.renditions) {
    const type = file.endsWith('.webm') ? 'video/webm' : 'video/mp4';
    const size = { width: String(width), height: String(height) };
    const rate = kbps > 0 ? { bitrate: String(kbps) } : {};
    files.ele('MediaFile', { delivery: 'progressive', type, ...size, ...rate }).dat(ad.mediaUrl(file));
  }
  if (version === '4.2') clicks();
}

/** Errors and impressions; what was seen is of 4 only. */
function reported(parent: XMLBuilder, version: VastVersion, ad: Ad): void {
  text(parent, 'Error', ad.eventUrl('error'));
  text(parent, 'Impression', ad.eventUrl('impression'));
  if (version === '3.0') return;
  const viewable = parent.ele('ViewableImpression');
  text(viewable, 'Viewable', ad.eventUrl('viewable'));
  text(viewable, 'NotViewable', ad.eventUrl('notViewable'));
  text(viewable, 'ViewUndetermined', ad.eventUrl('viewUndetermined'));
}

function tracking(parent: XMLBuilder, ad: Ad): void {
  const events = parent.ele('TrackingEvents');
  for (const event of TRACKED) events.ele('Tracking', { event }).dat(ad.eventUrl(event));
}

/** Scripts that measure, as OMID has players load them. */
function verifications(parent: XMLBuilder, { tracker }: Ad): void {
  if (tracker.verifications.length === 0) return;
  const all = parent.ele('AdVerifications');
  for (const { vendor, url, parameters } of tracker.verifications) {
    const one = all.ele('Verification', { vendor });
    one.ele('JavaScriptResource', { apiFramework: 'omid', browserOptional: 'true' }).dat(url);
    if (parameters !== '') text(one, 'VerificationParameters', parameters);
  }
}

/** Addresses stand in CDATA, as players expect them. */
function text(parent: XMLBuilder, name: string, value: string): void {
  const element = parent.ele(name);
  if (value.includes('&')) element.dat(value);
  else element.txt(value);
}

/** HH:MM:SS, with thousandths where there are any. */
export function clock(milliseconds: number): string {
  const two = (n: number): string => String(n).padStart(2, '0');
  const seconds = Math.floor(milliseconds / 1000);
  const rest = milliseconds % 1000;
  const thousandths = rest === 0 ? '' : `.${String(rest).padStart(3, '0')}`;
  return `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}${thousandths}`;
}

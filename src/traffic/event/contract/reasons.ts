export type Tier = 'GIVT' | 'SIVT' | 'quality';

/** Taxonomy of invalid traffic: group (the category on screens) → reasons. Definitions follow the MRC IVT addendum. */
export const REASON_GROUPS = {
  bot: 'Bots and invalid clients',
  net: 'Network',
  dev: 'Device',
  clk: 'Click and attribution',
  ins: 'Install',
  evt: 'Event',
  reng: 'Re-engagement',
  imp: 'Impression',
  vid: 'Video',
  human: 'Decided by a person',
} as const;

export type ReasonGroup = keyof typeof REASON_GROUPS;

const isGroup = (name: string): name is ReasonGroup => Object.hasOwn(REASON_GROUPS, name);
export const REASON_GROUP_IDS: readonly ReasonGroup[] = Object.keys(REASON_GROUPS).filter(isGroup);

export interface Reason {
  label: string;
  definition: string;
  tier: Tier;
}

const r = (tier: Tier, label: string, definition: string): Reason => ({ tier, label, definition });

export const REASONS = {
  'clk.duplicate': r('GIVT', 'Duplicate click', 'Same person and campaign again inside the refractory period'),
  'ins.duplicate': r('GIVT', 'Duplicate install', 'Same device booked again as a new install'),
  'bot.declared': r('GIVT', 'Declared bot', 'The user agent names itself a crawler or monitor'),
  'bot.spoofed_crawler': r(
    'SIVT',
    'Spoofed crawler',
    'The user agent names a crawler, the address is not one of its networks',
  ),
  'bot.non_browser': r('GIVT', 'Not a browser', 'HTTP library, blank or malformed user agent'),
  'bot.automation': r('SIVT', 'Automated browser', 'Headless or driven browser'),
  'clk.forged': r('SIVT', 'Forged link', 'Own link whose signature does not hold: changed, used again or expired'),
  'clk.injection': r('SIVT', 'Click injection', 'The click was fired after the person had decided to install'),
  'ins.sdk_spoofing': r('SIVT', 'SDK spoofing', 'Order of events or signature cannot come from a real app'),
  'net.datacenter': r('GIVT', 'Data centre', 'Address of a hosting network'),
  'net.anonymizer': r('SIVT', 'VPN or proxy', 'Address of a known anonymising service'),
  'dev.emulator': r('SIVT', 'Emulator', 'Virtual device'),
  'dev.implausible': r('SIVT', 'Implausible device', 'Device, system and version that cannot exist together'),
  'dev.malformed_id': r('GIVT', 'Malformed device id', 'Zero or malformed advertising id'),
  'dev.deprecated': r('GIVT', 'Deprecated browser or OS', 'Browser or system long out of support'),
  'clk.fast': r('GIVT', 'Fast click', 'Click sooner after its impression than a person can'),
  'clk.flooding': r('SIVT', 'Click flooding', 'Masses of clicks to catch organic installs'),
  'clk.frequency': r('SIVT', 'Click frequency', 'More clicks of one person than people make'),
  'evt.inherited': r('SIVT', 'Inherited from the install', 'Event of an install that was judged fraudulent'),
  'evt.duplicate': r('GIVT', 'Duplicate order', 'Same order or receipt id booked again'),
  'bot.prefetch': r('GIVT', 'Prefetched, never shown', 'Loaded ahead by the browser and never seen'),
  'bot.ua_inconsistent': r('SIVT', 'Inconsistent user agent', 'Headers or client hints contradict the user agent'),
  'bot.behaviour': r('SIVT', 'Machine behaviour', 'Timing or path of a machine, not of a person'),
  'net.geo_mismatch': r('SIVT', 'Place mismatch', 'Place of the address differs from what was declared or clicked'),
  'net.ip_concentration': r('SIVT', 'Few addresses', 'Few addresses make most events of a source'),
  'net.correlated_ips': r('SIVT', 'Addresses in step', 'Several addresses act at the same moments'),
  'dev.farm': r('SIVT', 'Install farm', 'Many alike devices in one place'),
  'dev.id_reset': r('SIVT', 'Device id reset', 'One physical device with many device ids'),
  'dev.click_mismatch': r('SIVT', 'Other device than the click', 'Click and install come from different devices'),
  'clk.no_impression': r('SIVT', 'Clicks without impressions', 'More clicks than shown ads could bring'),
  'clk.hijack': r('SIVT', 'Install hijacking', 'Credit taken for an install somebody else brought'),
  'ins.incent': r('SIVT', 'Undeclared incentives', 'Installs for a reward that was not declared'),
  'evt.fake': r('SIVT', 'Fake event', 'Event whose receipt fails or that a script made'),
  'evt.too_fast': r('SIVT', 'Event too fast', 'Event sooner after the install than a person can get there'),
  'evt.sequence': r('SIVT', 'Impossible sequence', 'Events in an order the app does not allow'),
  'evt.lead_fake': r('SIVT', 'Fake lead', 'Form filled in by a machine or with a throw-away address'),
  'reng.active_user': r('SIVT', 'Re-engaged while active', 'Re-engagement claimed of somebody who was using the app'),
  'reng.loop': r('SIVT', 'Re-engagement loop', 'The same device re-engaged again and again'),
  'imp.stacking': r('SIVT', 'Ad stacking', 'Several ads on top of each other, of which one can be seen'),
  'imp.pixel_stuffing': r('GIVT', 'Pixel stuffing', 'Ad in a frame too small to be seen'),
  'imp.auto_refresh': r('quality', 'Auto-refresh', 'Slot that reloads its ad without the person doing anything'),
  'imp.domain_spoofing': r('SIVT', 'Domain spoofing', 'Declared domain differs from the page'),
  'imp.app_spoofing': r('SIVT', 'App spoofing', 'Declared app differs from the one that showed the ad'),
  'imp.unauthorized_seller': r('SIVT', 'Unauthorised seller', 'Seller that the site does not name in its ads.txt'),
  'imp.mfa': r('quality', 'Made for advertising', 'Site made to show ads rather than content'),
  'imp.frequency_cap': r('quality', 'Frequency cap', 'More impressions of a campaign to one person than agreed'),
  'imp.brand_unsafe': r('quality', 'Brand-unsafe placement', 'Surroundings the brand does not allow'),
  'imp.false_viewability': r('SIVT', 'False viewability', 'Reported as seen before it could have been'),
  'vid.event_order': r('SIVT', 'Impossible video events', 'Video events out of order or too close together'),
  'vid.never_completes': r('SIVT', 'Videos that never end', 'Hardly any start of a video reaches its end'),
  'vid.error_rate': r('quality', 'Video errors', 'More errors than a working player makes'),
  'vid.ssai_spoof': r('SIVT', 'Server posing as a device', 'Server-side ad insertion that passes on no device'),
  'human.fraud': r('quality', 'Marked as fraud', 'A person marked this event'),
  'human.source': r('quality', 'Confirmed source', 'A person confirmed that this source is fraudulent'),
  'human.refused': r('quality', 'Refused by integrity', 'A rule of integrity of the package refused it'),
  'human.blocked': r('quality', 'Blocked', 'It is on the block list of the package, and nothing else proves it'),
} as const satisfies Record<string, Reason>;

export type ReasonCode = keyof typeof REASONS;

/**
 * Order in which one primary reason is chosen when several rules hit, so that parts add up to the total: a human
 * decision, forged links, duplicates, declared bots, injection and spoofing, network, device, times, flooding and
 * farms, frequency, policy, inherited; that a rule of the package refused it or somebody blocked it says least.
 */
export const REASON_ORDER: readonly ReasonCode[] = [
  'human.fraud',
  'human.source',
  'clk.forged',
  'clk.duplicate',
  'ins.duplicate',
  'evt.duplicate',
  'bot.spoofed_crawler',
  'bot.declared',
  'bot.prefetch',
  'bot.non_browser',
  'bot.automation',
  'clk.injection',
  'ins.sdk_spoofing',
  'imp.domain_spoofing',
  'imp.app_spoofing',
  'imp.unauthorized_seller',
  'vid.ssai_spoof',
  'vid.event_order',
  'imp.pixel_stuffing',
  'imp.stacking',
  'imp.false_viewability',
  'clk.hijack',
  'evt.fake',
  'evt.lead_fake',
  'evt.sequence',
  'net.datacenter',
  'net.anonymizer',
  'net.geo_mismatch',
  'dev.emulator',
  'dev.implausible',
  'dev.malformed_id',
  'dev.click_mismatch',
  'bot.ua_inconsistent',
  'dev.deprecated',
  'clk.fast',
  'evt.too_fast',
  'reng.active_user',
  'clk.flooding',
  'clk.no_impression',
  'dev.farm',
  'dev.id_reset',
  'net.ip_concentration',
  'net.correlated_ips',
  'bot.behaviour',
  'ins.incent',
  'vid.never_completes',
  'clk.frequency',
  'reng.loop',
  'imp.auto_refresh',
  'imp.frequency_cap',
  'imp.brand_unsafe',
  'imp.mfa',
  'vid.error_rate',
  'evt.inherited',
  'human.refused',
  'human.blocked',
];

export const groupOf = (reason: string): ReasonGroup | '' => {
  const group = reason.split('.')[0] ?? '';
  return group in REASON_GROUPS ? (group as ReasonGroup) : '';
};

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

export interface Reason {
  label: string;
  definition: string;
  tier: Tier;
}

const r = (tier: Tier, label: string, definition: string): Reason => ({ tier, label, definition });

export const REASONS = {
  'clk.duplicate': r('GIVT', 'Duplicate click', 'Same person and campaign again inside the refractory period'),
  'ins.duplicate': r('GIVT', 'Duplicate install', 'Same device booked again as a new install'),
  'bot.declared': r('GIVT', 'Declared bot', 'The agent names itself a crawler or monitor'),
  'bot.spoofed_crawler': r(
    'SIVT',
    'Spoofed crawler',
    'The agent names a crawler, the address is not one of its networks',
  ),
  'bot.non_browser': r('GIVT', 'Not a browser', 'HTTP library, blank or malformed agent'),
  'bot.automation': r('SIVT', 'Automated browser', 'Headless or driven browser'),
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
  'human.fraud': r('quality', 'Marked as fraud', 'A person marked this event'),
} as const satisfies Record<string, Reason>;

export type ReasonCode = keyof typeof REASONS;

/**
 * Order in which one primary reason is chosen when several rules hit, so that parts add up to the total: a human
 * decision, duplicates, declared bots, deterministic spoofing and injection, network, device, statistical, inherited.
 */
export const REASON_ORDER: readonly ReasonCode[] = [
  'human.fraud',
  'clk.duplicate',
  'ins.duplicate',
  'bot.spoofed_crawler',
  'bot.declared',
  'bot.non_browser',
  'bot.automation',
  'clk.injection',
  'ins.sdk_spoofing',
  'net.datacenter',
  'net.anonymizer',
  'dev.emulator',
  'dev.implausible',
  'dev.malformed_id',
  'dev.deprecated',
  'clk.fast',
  'clk.flooding',
  'clk.frequency',
  'evt.inherited',
];

export const groupOf = (reason: string): ReasonGroup | '' => {
  const group = reason.split('.')[0] ?? '';
  return group in REASON_GROUPS ? (group as ReasonGroup) : '';
};

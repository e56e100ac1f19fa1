/** How a goal pays or earns. A flat amount, a share of the amount of the order, or both. */
export const PAY_MODELS = ['none', 'flat', 'percent', 'both'] as const;

/** What a click may be sent through before it goes on, the mildest first. */
export const ACTIONS = ['pass', 'flag', 'challenge', 'redirect', 'end'] as const;

export const CAMPAIGN_STATES = ['active', 'paused', 'ended'] as const;
export const APPROVALS = ['auto', 'manual'] as const;
/** What happens to what lies beyond a cap: a conversion that is paid nothing, none, one that waits, a click sent elsewhere. */
export const OVER_ACTIONS = ['pay_zero', 'reject', 'hold', 'fallback'] as const;
export const CAP_METRICS = ['clicks', 'conversions', 'payout', 'revenue'] as const;
export const CAP_PERIODS = ['daily', 'weekly', 'monthly', 'total'] as const;
export const CONVERSION_STATES = ['pending', 'approved', 'rejected'] as const;
/** What became of a postback (TRK-GAP-03). */
export const POSTBACK_STATES = ['Success', 'Rejected', 'Duplicate', 'Over'] as const;
export const NOTICE_STATES = ['waiting', 'sent', 'dead'] as const;
/** Systems a campaign may be narrowed to, as events name them (`os`). */
export const SYSTEMS = ['Android', 'iOS', 'Windows', 'macOS', 'Linux', 'ChromeOS'] as const;

/** `{name}` in addresses of landing pages and of postbacks to publishers; others stay as they are. */
export const MACROS = [
  'click_id',
  'campaign_id',
  'campaign_name',
  'publisher_id',
  'sub1',
  'sub2',
  'sub3',
  'sub4',
  'sub5',
  'source_click_id',
  'event',
  'txid',
  'payout',
  'revenue',
  'currency',
  'status',
  'country',
  'device',
  'os',
  'ip',
  'ts',
  'idfa',
  'gaid',
] as const;

/** Half octaves of the seconds from click to install: 40 of them reach beyond 11 days. */
export const CTIT_BINS = 40;
/** Device models fall into so many bins by their hash; alike mixes fill them alike. */
export const MODEL_BINS = 64;
/** So do versions of app and SDK. The more bins, the fewer unseen versions share one with a usual version. */
export const VERSION_BINS = 256;
/** Amounts fall into quarter octaves; the lowest holds whatever is under a millionth. */
export const AMOUNT_BINS = 256;
export const LOWEST_AMOUNT_OCTAVE = -20;
/** What a person spends in a day falls into octaves. */
export const SPENDING_BANDS = 64;
/** Days after the install on which use of the app is looked for. */
export const STAY_DAYS = 8;
/** Times from install to event fall into quarter octaves from ten minutes to a day on; first and last hold the rest. */
export const EVENT_TIME_BINS = 32;
export const FIRST_EVENT_TIME = 600;
/** Seconds from impression to click are kept one by one, the last holds whatever is more. */
export const DELAY_BINS = 64;

/**
 * What is counted for each source, family and day, with its type. All of it adds up over days, arrays element by
 * element.
 */
export const MEASURES = {
  events: 'UInt64',
  clicks: 'UInt64',
  /** Of the whole source, whatever the family of the row. */
  source_clicks: 'UInt64',
  source_installs: 'UInt64',
  /** Those within an hour of their click. */
  source_soon: 'UInt64',
  located: 'UInt64',
  addresses: 'UInt64',
  address_squares: 'UInt64',
  rapid_addresses: 'UInt64',
  agent_events: 'UInt64',
  agents: 'UInt64',
  agent_weight: 'Float64',
  moments: 'UInt64',
  dated: 'UInt64',
  old: 'UInt64',
  persons: 'UInt64',
  bands: 'Array(UInt64)',
  hours: 'Array(UInt64)',
  day_hours: 'Array(UInt64)',
  minutes: 'Array(UInt64)',
  ids: 'UInt64',
  bad_ids: 'UInt64',
  alike_devices: 'UInt64',
  alike_groups: 'UInt64',
  models: 'Array(UInt64)',
  versions: 'Array(UInt64)',
  ctits: 'Array(UInt64)',
  ctit_hour: 'UInt64',
  ctit_log: 'Float64',
  peaks: 'Map(UInt32, UInt64)',
  /** Events with revenue, and persons of the day who made them, once for each currency. */
  paid: 'UInt64',
  payers: 'UInt64',
  /**
   * Events with revenue by what they are paid for and how much: the number of `AMOUNT_KIND`, then a bin of the amount.
   */
  amounts: 'Map(UInt64, UInt64)',
  /** Persons of the day by currency and band of what they spent. */
  spenders: 'Map(UInt64, UInt64)',
  /** Clicks by seconds since their impression. */
  click_delays: 'Array(UInt64)',
  cohort: 'UInt64',
  returned: 'UInt64',
  /** Of the same installs, by country, and those whose person paid on their day or the next. */
  cohort_countries: 'Map(String, UInt64)',
  payer_countries: 'Map(String, UInt64)',
  /** Installs of the day before, of two days before and so on, and those whose person used the app on this one. */
  stay_cohorts: 'Array(UInt64)',
  stayed: 'Array(UInt64)',
  /** Purchases of which the steps before are known, and those without any. */
  purchases: 'UInt64',
  skipped: 'UInt64',
  timed: 'UInt64',
  fast: 'UInt64',
  /** Persons of the day by event and when they first had it since the install: a number of its name, then a bin. */
  event_times: 'Map(UInt64, UInt64)',
  starts: 'UInt64',
  completes: 'UInt64',
  requests: 'UInt64',
  errors: 'UInt64',
  placed: 'UInt64',
  abroad: 'UInt64',
  hosted: 'UInt64',
  signed: 'UInt64',
  /** Events that a rule on event and source together may call: with such a sign, or one that says little alone. */
  marked: 'UInt64',
  /** Phones that installed on the day with another one of their address block, the pairs they make, and those alike. */
  block_mates: 'UInt64',
  block_pairs: 'UInt64',
  model_pairs: 'UInt64',
} as const;

export type MeasureName = keyof typeof MEASURES;

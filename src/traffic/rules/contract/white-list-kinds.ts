/** What an entry names. The first seven are one value of one column; `condition` is free. */
export const WHITE_LIST_KINDS = [
  'ip',
  'network',
  'device_id',
  'publisher',
  'sub_publisher',
  'user_agent',
  'asn',
  'condition',
] as const;

export type WhiteListKind = (typeof WHITE_LIST_KINDS)[number];

/** What an entry names. A domain is one a seller or an exchange brings; an app is named the way sellers name it. */
export const BLOCK_KINDS = ['address', 'network', 'publisher', 'sub_publisher', 'domain', 'app', 'device'] as const;
export type BlockKind = (typeof BLOCK_KINDS)[number];

/** Who put an entry on the list. */
export const SOURCES = ['hand', 'rule'] as const;

/** Of one call; a longer list is pasted in parts. */
export const MAX_PASTED = 10_000;

/** A list that would have hit so much of the clean traffic is asked again, by the name of the package. */
export const ASKED_AGAIN_FROM = 0.1;

/** Days of the newest data that a list is tried on. */
export const TRIED_DAYS = 30;

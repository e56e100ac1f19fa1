import type { EventKind } from '#traffic/event/contract/event.ts';
import { SOURCE_FAMILIES, type SourceFamily } from '#traffic/event/contract/source-families.ts';

const familyOf = (kind: EventKind): SourceFamily | undefined =>
  (Object.keys(SOURCE_FAMILIES) as SourceFamily[]).find((family) =>
    SOURCE_FAMILIES[family].some((one: EventKind) => one === kind),
  );

/** What comes of clicks says nothing about impressions, videos and visits. */
const OF_CLICKS: readonly (SourceFamily | undefined)[] = ['click', 'install', 'event'];

/** Whether conversions, and what is known of installs, are about events of this kind. */
export const isOfClicks = (kind: EventKind | null): boolean => kind === null || OF_CLICKS.includes(familyOf(kind));

/** Facts are counted for each family of kinds by itself; those of others are not about what is looked at. */
export const factsOfKind = <F extends { family: string }>(facts: readonly F[], kind: EventKind | null): F[] =>
  facts.filter(({ family }) => kind === null || family === familyOf(kind));

import type { EventKind } from '#traffic/event/contract/event.ts';

/** What terms cover; '' is all. */
export interface Coverage {
  kinds: readonly EventKind[];
  publisher: string;
  campaign: string;
  event: string;
  /** First and last day, both included, in the package's time zone. */
  from: string;
  to: string | null;
}

/** What an event is asked by. */
export interface Asked {
  publisher: string;
  campaign: string;
  event: string;
  kind: EventKind;
  /** In the package's time zone. */
  day: string;
}

const specificity = ({ publisher, campaign, event }: Coverage): number =>
  (publisher === '' ? 0 : 4) + (campaign === '' ? 0 : 2) + (event === '' ? 0 : 1);

/**
 * The terms an event is paid by: of those that cover it the most particular, by source, then campaign, then name of the
 * event, so that no event is paid for twice.
 */
export function termsFor<T extends Coverage>(all: readonly T[], asked: Asked): T | undefined {
  let best: T | undefined;
  for (const terms of all) if (covers(terms, asked) && (!best || specificity(terms) > specificity(best))) best = terms;
  return best;
}

const covers = (terms: Coverage, { publisher, campaign, event, kind, day }: Asked): boolean =>
  terms.kinds.includes(kind) &&
  (terms.publisher === '' || terms.publisher === publisher) &&
  (terms.campaign === '' || terms.campaign === campaign) &&
  (terms.event === '' || terms.event === event) &&
  terms.from <= day &&
  (terms.to === null || terms.to >= day);

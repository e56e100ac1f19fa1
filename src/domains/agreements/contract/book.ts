import type { EventKind } from '#traffic/event/contract/event.ts';
import type { SettlementSetting } from './agreement.ts';
import type { OrderStatus, PaymentModelName } from './payment-models.ts';

/** Terms under which a source is paid on some days: one assignment with one version of its payment model. */
export interface AgreedTerms {
  /** Names assignment, model and version: what a settlement has used is found again by it. */
  id: string;
  assignment: number;
  payment_model: number;
  version: number;
  name: string;
  model: PaymentModelName;
  kinds: readonly EventKind[];
  /** A rate is of so many units. */
  per: number;
  /** '' is all. */
  publisher: string;
  campaign: string;
  event: string;
  currency: string;
  /** Decimal text; '0' where tiers or a share stand instead. */
  rate: string;
  tiers: readonly { up_to: number | null; rate: string }[];
  tiers_apply: 'within' | 'all';
  percent: string;
  /** For a whole month. */
  fixed: string;
  min_guarantee: string | null;
  budget: string | null;
  cap: number | null;
  hold_days: number;
  withholding_percent: string;
  order_status: readonly OrderStatus[];
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

/** What other domains ask of agreements; whoever asks has asked whose package it is. */
export interface AgreementBook<Db> {
  /** All terms that count on some of the days. */
  inForce(db: Db, packageName: string, days: { from: string; to: string }): Promise<AgreedTerms[]>;
  /** Settings by publisher, '' those of all others. */
  settings(db: Db, packageName: string): Promise<SettlementSetting[]>;
}

const specificity = ({ publisher, campaign, event }: AgreedTerms): number =>
  (publisher === '' ? 0 : 4) + (campaign === '' ? 0 : 2) + (event === '' ? 0 : 1);

/**
 * The terms an event is paid by: of those that cover it the most particular, by source, then campaign, then name of the
 * event, so that no event is paid for twice.
 */
export function termsFor(all: readonly AgreedTerms[], asked: Asked): AgreedTerms | undefined {
  let best: AgreedTerms | undefined;
  for (const terms of all) if (covers(terms, asked) && (!best || specificity(terms) > specificity(best))) best = terms;
  return best;
}

const covers = (terms: AgreedTerms, { publisher, campaign, event, kind, day }: Asked): boolean =>
  terms.kinds.includes(kind) &&
  (terms.publisher === '' || terms.publisher === publisher) &&
  (terms.campaign === '' || terms.campaign === campaign) &&
  (terms.event === '' || terms.event === event) &&
  terms.from <= day &&
  (terms.to === null || terms.to >= day);

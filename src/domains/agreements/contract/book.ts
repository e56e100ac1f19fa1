import type { EventKind } from '#traffic/event/contract/event.ts';
import type { PaymentModelName } from '#traffic/money/contract/payment-models.ts';
import type { SettlementSetting } from './agreement.ts';
import type { OrderStatus } from './payment-models.ts';

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

/** What other domains ask of agreements; whoever asks has asked whose package it is. */
export interface AgreementBook<Db> {
  /** All terms that count on some of the days. */
  inForce(db: Db, packageName: string, days: { from: string; to: string }): Promise<AgreedTerms[]>;
  /** Settings by publisher, '' those of all others. */
  settings(db: Db, packageName: string): Promise<SettlementSetting[]>;
}

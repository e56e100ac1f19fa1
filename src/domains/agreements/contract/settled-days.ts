import type { PaymentModelName } from '#traffic/money/contract/payment-models.ts';

/** An approved payout report, by what its lines were paid by an agreement for. */
export interface SettledPeriod {
  publisher: string;
  /** First and last day, both included. */
  from: string;
  to: string;
  paid: readonly { campaign: string; event: string; model: PaymentModelName }[];
}

/** What agreements ask of settlements; whoever asks has asked whose package it is. */
export interface SettledDays<Db, Tx> {
  /** Approved reports of the package. */
  of(db: Db | Tx, packageName: string): Promise<SettledPeriod[]>;
  /** The same, and none is approved until the transaction ends. */
  held(tx: Tx, packageName: string): Promise<SettledPeriod[]>;
}

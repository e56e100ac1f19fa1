import type { PaymentModelName } from '#traffic/money/contract/payment-models.ts';

/** An approved payout report, by what its lines were paid for. */
export interface SettledPeriod {
  publisher: string;
  /** First and last day, both included. */
  from: string;
  to: string;
  /** Without a model: by what the events themselves brought, for want of an agreement. */
  paid: readonly { campaign: string; event: string; model: PaymentModelName | null }[];
}

/** What agreements ask of settlements; whoever asks has asked whose package it is. */
export interface SettledDays<Db, Tx> {
  /** Approved reports of the package. */
  of(db: Db | Tx, packageName: string): Promise<SettledPeriod[]>;
  /** The same, and none is approved until the transaction ends. */
  held(tx: Tx, packageName: string): Promise<SettledPeriod[]>;
}

import type { SettlementSetting } from '#domains/agreements/contract/agreement.ts';
import type { PackageInfo } from '#platform/contract/package-info.ts';
import type { PayoutRow, PayoutTotal } from './payout.ts';
import type { SettlementState } from './states.ts';

/** A payout report as it is stored: from `approved` on neither lines nor totals change. */
export interface SettledReport {
  id: number;
  package_name: string;
  publisher: string;
  period_from: string;
  period_to: string;
  state: SettlementState;
  rows: PayoutRow[];
  totals: PayoutTotal[];
  /** Settings it was reckoned by: days until an invoice is due, tax, prefix. */
  setting: SettlementSetting | null;
  approved_by: string | null;
  approved_at: string | null;
  updated_at: string;
}

/** The document an amount is claimed by. */
export interface SettlementDocument {
  currency: string;
  invoice_no: string;
  due_date: string;
  is_paid: boolean;
}

/** What other domains ask and tell of payout reports; whoever asks has asked whose package it is. */
export interface SettledBook<Db, Tx> {
  /** Stored reports, the newest period first; of `ids`, or of those whose period lies within the days. */
  reports(
    db: Db | Tx,
    packageName: string,
    asked: { ids?: readonly number[]; publisher?: string; from?: string; to?: string },
  ): Promise<SettledReport[]>;
  /**
   * The document of one currency of an approved report, within the transaction that makes it: put again it is replaced
   * (a payment), null takes it away (a correction). The report is `invoiced` when each currency with something payable
   * has one, `paid` when all are paid, else `approved`. Of a report that is not approved: `not_approved`, 409.
   */
  setDocument(tx: Tx, id: number, currency: string, document: SettlementDocument | null): Promise<void>;
}

/**
 * The lines of a publisher for whatever days, as the payout page shows them: as they were approved where a report of
 * exactly these days was, else as everything stands now. Whoever asks sees the money of the whole package.
 */
export type PayoutLines<Scope> = (
  scope: Scope,
  info: PackageInfo,
  asked: { publisher: string; from: string; to: string },
) => Promise<PayoutRow[]>;

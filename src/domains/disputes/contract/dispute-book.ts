import type { DisputeState, Outcome, RuleRecord, TrackRecord } from './dispute.ts';

/** How a claim stands, or ended. */
export interface DisputeOutcome {
  id: number;
  evidence_id: number;
  publisher: string;
  settlement_id: number | null;
  state: DisputeState;
  ends_at: string;
  outcome: Outcome[];
}

/** What other domains ask of claims; whoever asks has asked whose package it is. */
export interface DisputeBook<Db> {
  /** Of a package, the newest first; of a publisher, of payout reports, or of days that those claimed share with these. */
  outcomes(
    db: Db,
    packageName: string,
    asked: { publisher?: string; settlements?: readonly number[]; days?: { from: string; to: string }; now: Date },
  ): Promise<DisputeOutcome[]>;
  /** What became of all claims on a publisher; undefined where there was none. */
  record(db: Db, packageName: string, asked: { publisher: string; now: Date }): Promise<TrackRecord | undefined>;
  /** What was decided about events that rules had hit, those most often overturned first. */
  rules(db: Db, packageName: string): Promise<RuleRecord[]>;
}

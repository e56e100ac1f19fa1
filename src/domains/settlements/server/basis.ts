import type { SettlementSetting } from '#domains/agreements/contract/agreement.ts';
import type { AgreedTerms } from '#domains/agreements/contract/book.ts';
import type { PackageInfo } from '#platform/contract/package-info.ts';
import type { StoredPrice } from '#traffic/money/server/prices-in-force.ts';
import type { Reported } from './reported-counts.ts';
import type { Adjustment } from './settlement.ts';

/** What a settlement stands on beside the traffic; kept with it once it is approved, so that it can be reckoned again. */
export interface Basis {
  /** Whether what is suspect was paid for; a report from before that was kept has none. */
  suspect_counts_as?: PackageInfo['suspect_counts_as'];
  agreed: AgreedTerms[];
  settings: SettlementSetting[];
  prices: StoredPrice[];
  reported: (Reported & { publisher: string })[];
  adjustments: (Adjustment & { id: number; publisher: string })[];
}

export interface Period {
  /** First and last day, both included, in the package's time zone. */
  from: string;
  to: string;
}

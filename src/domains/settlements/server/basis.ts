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

/** The whole months that some days lie in. */
export const monthsOf = ({ from, to }: Period): Period => ({ from: `${from.slice(0, 7)}-01`, to: lastDayOf(to) });

const lastDayOf = (day: string): string => {
  const [year = 1970, month = 1] = day.split('-').map(Number);
  return new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10);
};

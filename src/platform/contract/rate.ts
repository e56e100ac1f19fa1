import { type Format, inPercent } from './format.ts';
import type { Translate } from './translate.ts';

/** A share 0..1 with its 95 % Wilson interval, where it is a share of a sample. */
export interface Rate {
  share: number;
  low?: number;
  high?: number;
}

/** `(11.9 to 12.9)`, the one way to write an interval; nothing where there is none. Texts of `ui`. */
export const intervalText = (
  rate: Partial<Rate> | null | undefined,
  t: Translate,
  format: Pick<Format, 'number'>,
): string | undefined =>
  rate?.low === undefined || rate.high === undefined
    ? undefined
    : t('ui:interval', { low: format.number(inPercent(rate.low), 1), high: format.number(inPercent(rate.high), 1) });

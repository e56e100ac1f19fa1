import { filled } from '#platform/contract/message.ts';

/**
 * Why the program itself changed verdicts, by code: English here, other languages under `reason_<code>` of the
 * `publisher` texts. Recorded with the change; reasons of people are their own words.
 */
export const RECORDED_REASONS = {
  scheduled_sweep: 'Scheduled sweep of {{days}} days',
  facts_renewed: 'Facts of stored events made anew after an update',
} as const;

export type RecordedReason = keyof typeof RECORDED_REASONS;

export interface Recorded {
  code: RecordedReason;
  values: Readonly<Record<string, number>>;
}

/** A reason as it is recorded: English for callers of the API, code and values for screens. */
export const recorded = (
  code: RecordedReason,
  values: Recorded['values'] = {},
): { reason: string; told: Recorded } => ({
  reason: filled(RECORDED_REASONS[code], values),
  told: { code, values },
});

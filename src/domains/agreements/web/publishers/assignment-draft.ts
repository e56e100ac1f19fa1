import type { PublisherPayment } from '#domains/agreements/contract/agreement.ts';

export type AssignmentDraft = Pick<
  PublisherPayment,
  | 'publisher'
  | 'campaign'
  | 'rate_override'
  | 'percent_override'
  | 'cap'
  | 'budget'
  | 'hold_days'
  | 'withholding_percent'
  | 'valid_from'
  | 'valid_to'
> & { payment_model: number | null };

export const EMPTY_ASSIGNMENT: AssignmentDraft = {
  publisher: '',
  campaign: '',
  payment_model: null,
  rate_override: null,
  percent_override: null,
  cap: null,
  budget: null,
  hold_days: 0,
  withholding_percent: '0',
  valid_from: null,
  valid_to: null,
};

export const draftOf = (stored: PublisherPayment): AssignmentDraft => ({
  publisher: stored.publisher,
  campaign: stored.campaign,
  payment_model: stored.payment_model,
  rate_override: stored.rate_override,
  percent_override: stored.percent_override,
  cap: stored.cap,
  budget: stored.budget,
  hold_days: stored.hold_days,
  withholding_percent: stored.withholding_percent,
  valid_from: stored.valid_from,
  valid_to: stored.valid_to,
});

/** As it is sent: no model is none there is, which the server says at its field. */
export const bodyOf = ({ payment_model, ...draft }: AssignmentDraft) => ({
  ...draft,
  payment_model: payment_model ?? 0,
});

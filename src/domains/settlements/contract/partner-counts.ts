import { PAYMENT_MODEL_NAMES } from '#traffic/money/contract/payment-models.ts';

/** Columns of a partner's file; the others are left alone. */
export const COUNT_COLUMNS = ['publisher', 'campaign', 'event', 'model', 'units'] as const;
export type CountColumn = (typeof COUNT_COLUMNS)[number];

/** What the column `model` may say: how it is paid for, `Recorded` where events bring their cost. */
export const COUNT_MODELS = [...PAYMENT_MODEL_NAMES, 'Recorded'] as const;

/** Why a line is not taken, the column at fault, and the code of the words for it. */
export const COUNT_REJECTS = {
  no_publisher: { field: 'publisher', words: 'count_no_publisher' },
  unknown_publisher: { field: 'publisher', words: 'count_unknown_publisher' },
  unknown_campaign: { field: 'campaign', words: 'count_unknown_campaign' },
  unknown_model: { field: 'model', words: 'count_unknown_model' },
  no_units: { field: 'units', words: 'count_no_units' },
  said_twice: { field: 'publisher', words: 'count_said_twice' },
  unreadable: { field: 'publisher', words: 'count_unreadable' },
} as const satisfies Record<string, { field: CountColumn; words: string }>;
export type CountReject = keyof typeof COUNT_REJECTS;

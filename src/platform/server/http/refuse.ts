import type { ErrorCode } from '#platform/contract/error-codes.ts';
import { type CodeOf, type MessageValues, type Refusals, refusals } from '#platform/contract/message.ts';
import { REFUSALS } from '#platform/contract/refusals.ts';
import { AppError } from './app-error.ts';

export interface RefusalOptions {
  /** Decides the status of the answer. */
  as?: ErrorCode;
  /** The parameter at fault. */
  field?: string;
  /** Seconds after which the same call may go better. */
  retryAfter?: number;
}

type PlatformCode = CodeOf<typeof REFUSALS>;

/**
 * How a slice says no: by a code of its own list, or of the platform's. English for callers of the API, code and values
 * for screens.
 */
export function refuserOf<Code extends string>({ texts }: Refusals<Code>) {
  const list = refusals<string>({ ...REFUSALS.texts, ...texts });
  return (
    code: Code | PlatformCode,
    values: MessageValues = {},
    { as = 'refused', ...detail }: RefusalOptions = {},
  ): AppError => new AppError(as, { ...detail, refusal: { text: list.text(code, values), message: { code, values } } });
}

export const refuse = refuserOf(REFUSALS);

import type { ErrorCode } from '#platform/contract/error-codes.ts';
import type { ToldValues } from '#platform/contract/told.ts';
import { type AppError, appError } from '#platform/server/http/app-error.ts';
import { type RefusalCode, refusalText } from '#traffic/event/contract/refusals.ts';

/** A refusal of the closed list: English for callers of the API, code and values for screens. */
export const refuse = (
  code: RefusalCode,
  values: ToldValues = {},
  { as = 'refused', field }: { as?: ErrorCode; field?: string } = {},
): AppError =>
  appError(as, {
    ...(field === undefined ? {} : { field }),
    message: refusalText(code, values),
    told: { code, values },
  });

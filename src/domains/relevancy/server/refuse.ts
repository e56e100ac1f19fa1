import { REFUSALS } from '#domains/relevancy/contract/refusals.ts';
import { refuserOf } from '#platform/server/http/refuse.ts';

export const refuse = refuserOf(REFUSALS);

import { REFUSALS } from '#domains/infringement/contract/refusals.ts';
import { refuserOf } from '#platform/server/http/refuse.ts';

export const refuse = refuserOf(REFUSALS);

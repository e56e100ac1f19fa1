import { refuserOf } from '#platform/server/http/refuse.ts';
import { REFUSALS } from '#traffic/changes/contract/refusals.ts';

export const refuse = refuserOf(REFUSALS);

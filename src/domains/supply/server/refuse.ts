import { refuserOf } from '#platform/server/http/refuse.ts';
import { REFUSALS } from '../contract/refusals.ts';

export const refuse = refuserOf(REFUSALS);

import { REFUSALS } from '#domains/hygiene/contract/refusals.ts';
import { refuserOf } from '#platform/server/http/refuse.ts';

export const refuse = refuserOf(REFUSALS);

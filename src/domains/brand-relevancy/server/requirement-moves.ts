import type { RequirementEdit } from '#domains/brand-relevancy/contract/requirement.ts';
import { MOVES, type RequirementState } from '#domains/brand-relevancy/contract/terms.ts';
import { acceptedPlaces } from './accepted.ts';
import type { Tx } from './parts.ts';
import { refuse } from './refuse.ts';
import type { RequirementRow } from './requirement-store.ts';

/** What is closed is kept as it was agreed. */
export function requireOpen({ status }: Pick<RequirementRow, 'status'>): void {
  if (status === 'closed') throw refuse('requirement_closed', {}, { as: 'conflict', field: 'status' });
}

export function requireMove(from: RequirementState, to: RequirementState) {
  const check = MOVES[from][to];
  if (check === undefined) throw refuse('requirement_step', { from, to }, { field: 'status' });
  return check;
}

/** Keywords are looked at with every change, whatever state it is in. */
export async function checkMove(
  tx: Tx,
  { id, status }: Pick<RequirementRow, 'id' | 'status'>,
  body: RequirementEdit,
): Promise<void> {
  if (requireMove(status, body.status) !== 'accepted') return;
  const [n, wanted] = [await acceptedPlaces(tx, id), body.target_count ?? 1];
  if (n < wanted) throw refuse('requirement_undelivered', { n, wanted }, { field: 'status' });
}

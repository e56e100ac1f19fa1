/** Steps of a requirement in their order; an output moves it on from `acknowledged`. */
export const REQUIREMENT_STATES = ['draft', 'submitted', 'acknowledged', 'in_progress', 'delivered', 'closed'] as const;
export type RequirementState = (typeof REQUIREMENT_STATES)[number];

/** One step on, back to the draft from where it was sent, or closed at any time: given up, or done. */
export function mayBecome(from: RequirementState, to: RequirementState): boolean {
  if (to === from || to === 'closed') return true;
  if (to === 'draft') return from === 'submitted';
  return REQUIREMENT_STATES.indexOf(to) === REQUIREMENT_STATES.indexOf(from) + 1;
}

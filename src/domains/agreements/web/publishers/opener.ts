import type { AssignmentDraft } from './assignment-draft.ts';

/** Parameter of the form of payment models: who opened it. */
export const OPENED_BY = 'opened_by';

const OPENERS = {
  add: '/reconcilation/publisher-configuration-add',
  list: '/reconcilation/publisher-configuration',
} as const;

export type Opener = keyof typeof OPENERS;

/** Where one goes back to; undefined for what is no opener. */
export const openerOf = (name: string | null): string | undefined =>
  name === 'add' || name === 'list' ? OPENERS[name] : undefined;

/** What was filled in when a model was missing; it lasts as long as the tab. */
let kept: AssignmentDraft | undefined;

export const keepDraft = (draft: AssignmentDraft): void => {
  kept = draft;
};

/** The model was made: it is what was to be chosen. */
export const chooseNewModel = (key: number): void => {
  if (kept) kept = { ...kept, payment_model: key };
};

export const keptDraft = (): AssignmentDraft | undefined => kept;
export const forgetDraft = (): void => {
  kept = undefined;
};

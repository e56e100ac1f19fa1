import { all, any, type Condition, not } from '#platform/contract/condition.ts';

/** What a condition comes to while some of its fields are not known yet. */
export type Assume = (when: Condition) => Condition;

const ALWAYS = all();
const NEVER = any();

/** Holds only where it holds whatever the unknown fields turn out to be, as far as its form can tell. */
export const surely =
  (isUnknown: (field: string) => boolean): Assume =>
  (when) =>
    assume(when, isUnknown, false);

/** Holds where it may hold, the unknown fields being what they like. */
export const possibly =
  (isUnknown: (field: string) => boolean): Assume =>
  (when) =>
    assume(when, isUnknown, true);

function assume(when: Condition, isUnknown: (field: string) => boolean, outcome: boolean): Condition {
  if ('all' in when) return all(...when.all.map((part) => assume(part, isUnknown, outcome)));
  if ('any' in when) return any(...when.any.map((part) => assume(part, isUnknown, outcome)));
  if ('not' in when) return not(assume(when.not, isUnknown, !outcome));
  if (!isUnknown(when.field)) return when;
  return outcome ? ALWAYS : NEVER;
}

import type { AgreedTerms } from '#domains/agreements/contract/book.ts';
import type { Tx } from './book.ts';
import { refuse } from './refuse.ts';
import { allTerms } from './settled-terms.ts';

/**
 * No event is paid for by two agreements that are equally particular, and what is owed whatever comes is owed to
 * somebody. Asked with the change made, inside its transaction; `field` is what is at fault.
 */
export async function requireUnambiguous(
  tx: Tx,
  packageName: string,
  changed: (terms: AgreedTerms) => boolean,
  field: { twice: string; ofAll: string },
): Promise<void> {
  const all = await allTerms(tx, packageName);
  for (const terms of all.filter(changed)) {
    if (terms.publisher === '' && (Number(terms.fixed) > 0 || terms.min_guarantee !== null))
      throw refuse('fixed_of_all', {}, { field: field.ofAll });
    const other = all.find((each) => pay(each, terms));
    if (other) throw refuse('paid_twice', { model: other.name }, { as: 'conflict', field: field.twice });
  }
}

/** Whether two agreements pay for the same events of the same source in some of the same days. */
const pay = (one: AgreedTerms, other: AgreedTerms): boolean =>
  one.assignment !== other.assignment &&
  one.publisher === other.publisher &&
  one.campaign === other.campaign &&
  one.event === other.event &&
  one.kinds.some((kind) => other.kinds.includes(kind)) &&
  (other.to === null || one.from <= other.to) &&
  (one.to === null || other.from <= one.to);

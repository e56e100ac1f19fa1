import type { Country, Language } from '#domains/relevancy/contract/scan-endpoints.ts';

/** A row as it is typed. */
export interface TypedRow {
  id: number;
  /** What stands in the field, chosen or not. */
  place: string;
  country: Country | undefined;
  keyword: string;
  language: Language['language_code'] | null;
}

export const FIELDS = ['place', 'keyword', 'language'] as const;
export type Field = (typeof FIELDS)[number];

/** Keys of texts: a field left empty is "Required" while one goes on typing, and named when one submits (QL-MSG-02 to 06). */
export type Fault = 'required' | 'choose_place' | 'no_place' | 'no_keyword' | 'no_language';

export type Faults = Readonly<Partial<Record<Field, Fault>>>;

let made = 0;
export const emptyRow = (): TypedRow => {
  made += 1;
  return { id: made, place: '', country: undefined, keyword: '', language: null };
};

const placeFault = ({ country, place }: TypedRow): Fault | undefined => {
  if (country) return undefined;
  return place.trim() === '' ? 'no_place' : 'choose_place';
};

/** What is missing in a row that is to be sent, by field. */
export function faultsOf(row: TypedRow): Faults {
  const place = placeFault(row);
  return {
    ...(place ? { place } : {}),
    ...(row.keyword.trim() === '' ? { keyword: 'no_keyword' as const } : {}),
    ...(row.language === null ? { language: 'no_language' as const } : {}),
  };
}

export const isComplete = (row: TypedRow): boolean => Object.keys(faultsOf(row)).length === 0;

/** Of a field that was left: empty is required, typed and not chosen is told at once. */
export function faultOnLeaving(row: TypedRow, field: Field): Fault | undefined {
  const fault = faultsOf(row)[field];
  return fault === undefined || fault === 'choose_place' ? fault : 'required';
}

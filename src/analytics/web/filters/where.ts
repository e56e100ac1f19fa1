import { type DimensionFilters, decodeValues, encodeValues } from '#analytics/contract/filters.ts';
import { DIMENSION_NAMES, type DimensionName } from '#traffic/event/contract/dimensions.ts';

/** Filters as the address holds them: one parameter per value, named like the dimension. */
export function readWhere(params: URLSearchParams): DimensionFilters {
  const where: DimensionFilters = {};
  for (const name of DIMENSION_NAMES) {
    const given = params.getAll(name);
    const [only = ''] = given;
    const values = decodeValues(given.length === 1 ? only : given).filter((value) => value !== '' && value !== 'all');
    if (values.length > 0) where[name] = [...new Set(values)];
  }
  return where;
}

/** The address with exactly these filters; everything else in it stays. */
export function writeWhere(params: URLSearchParams, where: DimensionFilters): URLSearchParams {
  const next = new URLSearchParams(params);
  for (const name of DIMENSION_NAMES) {
    next.delete(name);
    for (const value of encodeValues(where[name] ?? [])) next.append(name, value);
  }
  return next;
}

/** Puts a value into the filters, or takes it out again. */
export function toggled(where: DimensionFilters, name: DimensionName, value: string): DimensionFilters {
  const { [name]: before = [], ...others } = where;
  const after = before.includes(value) ? before.filter((one) => one !== value) : [...before, value];
  return after.length === 0 ? others : { ...others, [name]: after };
}

export const chosenCount = (where: DimensionFilters): number =>
  Object.values(where).reduce((sum, values) => sum + values.length, 0);

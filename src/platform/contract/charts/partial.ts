type Values = readonly (number | null)[];

/**
 * A line over buckets of which some are not complete: the final part, and the open part with the points it starts from.
 * The open part is drawn dashed; without it the last day would look as final as the days before.
 */
export function splitOpen(
  values: Values,
  isOpen: (at: number) => boolean,
): { final: Values; open: Values | undefined } {
  const touches = (at: number): boolean => isOpen(at) || isOpen(at - 1) || isOpen(at + 1);
  const open = values.map((value, at) => (touches(at) ? value : null));
  const drawn = values.some((value, at) => value !== null && isOpen(at));
  return { final: values.map((value, at) => (isOpen(at) ? null : value)), open: drawn ? open : undefined };
}

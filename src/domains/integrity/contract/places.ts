/**
 * Whether the places of integrity and the countries a campaign takes leave no country in common. An empty list takes all;
 * an unknown country passes both.
 */
export const leavesNobody = (allowed: readonly string[], taken: readonly string[]): boolean =>
  allowed.length > 0 && taken.length > 0 && !allowed.some((country) => taken.includes(country));

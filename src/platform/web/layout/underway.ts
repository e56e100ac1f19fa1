/** Where a step of the browser itself leads (back, forward): the page arrives there a moment later. */
let wanted = '';
globalThis.addEventListener?.('popstate', () => {
  wanted = location.pathname;
});

/**
 * Whether a step is underway away from the page that is shown. Whoever writes the address then, for the page that is
 * being left, would swallow the step unsaid.
 */
export const isUnderway = (shown: string): boolean => wanted === location.pathname && wanted !== shown;

/** Nothing was changed; the message says why. */
export class MoveRefused extends Error {}

/**
 * The validator tries `new Function` before its first check to see whether it may write code of its own. The policy of
 * our pages forbids that and every try is reported as a violation of it; this is where the validator looks for the word
 * not to try. Stands before everything else, without loading the validator: the first picture does not need it.
 */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

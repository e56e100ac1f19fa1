import { systemScope } from '#platform/server/access/scope.ts';

/** Whoever starts a command: the owner of the data folder, to whom the engines' files are open anyhow. */
export const OPERATOR = systemScope();

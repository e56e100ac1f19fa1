import { isPublisher } from '#platform/web/session/user-may.ts';

/** Where people begin whose role has a first page of its own; others begin on a board. */
export const ownHome = (): string | undefined => (isPublisher() ? '/publisher' : undefined);

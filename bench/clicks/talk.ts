/** What the bench of clicks and the processes it measures say to each other. */
export const PACKAGE = 'clicks.example';
/** Keys of campaigns, and their secrets: one that asks for no verdict, one that is judged before its answer. */
export const LINKS = { open: 'bench-open1', judged: 'bench-judged1' } as const;
export const TAG_KEY = 'bench-tag1';
export const BARE_PATH = '/?id=06G0000000ABCDEFGHJKMNPQRSTVWXYZ0123456&s=site1';
export const CAP = 5_000;

export type Ask = 'cpu' | 'store' | 'memory' | 'counts' | 'end' | { convert: number };

export interface Told {
  port?: number;
  /** Microseconds of the process, user and system. */
  cpu?: number;
  counts?: { touches: number; events: number; requests: number };
  converted?: {
    seconds: number;
    taken: Record<string, number>;
    /** Microseconds of the process that takes them, with their senders. */
    cpu: number;
    stored: { n: number; paid: number; used: number };
  };
}

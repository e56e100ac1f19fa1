import type { AppContext } from '#app/server/app-context.ts';

/** What a command prints: lines for people; `progress` lines replace each other on a terminal. */
export interface Printer {
  line(text: string): void;
  progress(text: string): void;
}

/**
 * A command of `adsieve`. It runs inside whichever process owns the data folder: the running server when there is one
 * (asked through its owner-only socket), else this process, which opens the engines itself.
 */
export interface Command<A = unknown> {
  name: string;
  /** It only looks, and is run while the storage of files is away, too. */
  looks?: boolean;
  /** Returns the exit code. Arguments are plain JSON, since they may travel through the socket. */
  run(context: AppContext, args: A, print: Printer): Promise<number>;
}

export const command = <A>(c: Command<A>): Command<A> => c;

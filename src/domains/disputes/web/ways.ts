import type { DisputeLine, DisputeView } from '#domains/disputes/contract/dispute.ts';

export interface Said {
  line: number;
  answer: NonNullable<DisputeLine['answer']>;
  text: string;
}

/** What the publisher can do with a claim, whichever way it came in. */
export interface Ways {
  answer: (said: readonly Said[]) => Promise<unknown>;
  attach: (line: number, file: File) => Promise<unknown>;
  file: (id: number, name: string) => Promise<string>;
  archive: () => Promise<string>;
  /** Why it cannot answer yet. */
  missing?: string | undefined;
}

/** What whoever claims can do with an objection. */
export interface Deciding {
  insist: (line: number, reason: string) => Promise<unknown>;
  takeBack: (line: number, reason: string) => Promise<unknown>;
}

export interface ClaimProps {
  view: DisputeView;
  /** Zone of the times shown. */
  zone: string;
  ways: Ways;
  deciding?: Deciding;
}

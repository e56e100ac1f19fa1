import type { IntegrityKind, RuleAction } from './kinds.ts';

/** What is known of whoever follows a link or has converted. */
export interface GuardedPerson {
  packageName: string;
  campaignId: number;
  at: Date;
  ip: string;
  userAgent: string;
  /** '' where nobody said. */
  deviceId: string;
  publisher: string;
  subPublisher: string;
}

/** A request of a link or pixel, as it came. */
export interface GuardedRequest extends GuardedPerson {
  kind: IntegrityKind;
  /** Whether its campaign refuses links without a signature. */
  signedOnly: boolean;
  referrer: string;
  path: string;
  params: readonly (readonly [string, string])[];
  /** In the place of that of the address, for whoever tests a link; '' asks the address. */
  country?: string;
}

/** A conversion before it is counted; address and agent are those of its click. */
export interface GuardedConversion extends GuardedPerson {
  kind: 'install' | 'app_event' | 'web_event';
  eventName: string;
  secondsAfterClick: number;
}

export interface GuardAnswer {
  action: RuleAction;
  /** '' for what nothing has spoken against. */
  reason: string;
}

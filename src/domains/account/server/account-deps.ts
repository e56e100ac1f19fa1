import type { Page } from '#platform/contract/page.ts';
import type { OneTimeTokens } from '#platform/server/access/one-time-tokens.ts';
import type { OwnSessions } from '#platform/server/access/own-sessions.ts';
import type { Sessions } from '#platform/server/access/sessions.ts';
import type { Mailer } from '#platform/server/mail/mailer.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';
import type { Codes } from './codes.ts';
import type { HumanCheck } from './human-check.ts';
import type { Later } from './later.ts';
import type { SignInGuard } from './sign-in-guard.ts';
import type { CountTry } from './tries.ts';
import type { TwoFactor } from './two-factor.ts';

/** What the calls about accounts share; made once by the composition. */
export interface AccountDeps {
  database: Database;
  sessions: Sessions;
  ownSessions: OwnSessions;
  oneTime: OneTimeTokens;
  codes: Codes;
  twoFactor: TwoFactor;
  mailer: Mailer;
  tries: CountTry;
  guard: SignInGuard;
  later: Later;
  humanCheck: HumanCheck;
  pages: readonly Page[];
  /** Whether a package has an alert. */
  hasAlerts: (packageName: string) => Promise<boolean>;
  /** Where people reach the product, without a slash at the end: for links in mails. */
  publicUrl: () => string;
  now: () => Date;
}

/** Mail goes out through an SMTP server, or, without one, into a mailbox on this machine that its operator reads. */
import { randomUUID } from 'node:crypto';
import { and, desc, eq, inArray, lt, lte, sql } from 'drizzle-orm';
import type { Config } from '../config.ts';
import type { Files } from '../files/files.ts';
import type { Database } from '../postgres/postgres.ts';
import { type MailRow, mailTable } from './mail-table.ts';
import { openSmtp, type SmtpMail } from './smtp.ts';

export interface Mail extends SmtpMail {
  /** What it is about, for the list of mails: `sign_in_code`, `reset`, `invite`. */
  kind: string;
}

export interface Mailer {
  /** `off`: production without a mail server; nothing can be sent and nothing is kept to be read. */
  readonly mode: 'smtp' | 'mailbox' | 'off';
  /** Stores the mail and tries at once, without waiting for it; what fails is tried again by `deliverDue`. */
  send(mail: Mail): Promise<void>;
  /** The same, waiting for the first try: false when it failed (it is tried again all the same). */
  sendNow(mail: Mail): Promise<boolean>;
  /** Stores the mail with what else a transaction changes: it goes out by `deliverDue`, and once. */
  keep(tx: MailWriter, mail: Mail): Promise<void>;
  /** Tries what is due; run by a job every minute. */
  deliverDue(): Promise<void>;
  /** Newest first, what waits and what failed included. */
  list(limit: number): Promise<MailRow[]>;
  /** Throws with the server's own words when it cannot be used. */
  verify(): Promise<void>;
  state(): Promise<{ waiting: number; failed: number; lastError: string | null }>;
}

/** The database itself, or the transaction of what a mail is about. */
export type MailWriter = Pick<Database['db'], 'insert'>;

/** Pauses between tries: after the last of them a mail has failed. A code is dead by then, an invitation is not. */
export const RETRY_SECONDS = [30, 60, 300, 900, 3600, 4 * 3600, 12 * 3600] as const;
/** One try takes at most this long; a process that died meanwhile loses its claim. */
const LEASE_MS = 60_000;
const KEPT_MS = 7 * 24 * 3600 * 1000;
export const NO_SERVER = 'No mail server is set (ADSIEVE_SMTP_URL, ADSIEVE_MAIL_FROM)';

/** What is left of a mail: a code stands in its subject too, so that a phone shows it at once. */
const wiped = (subject: string) => ({
  subject: subject.replace(/\d{4,}/g, '…'),
  body: '',
  html: null,
  attachments: null,
});

/** How a mail begins: as one that waits, or as what becomes of it where no server takes it. */
function rowOf(mode: Mailer['mode'], { to, subject, text, html, attachments, kind }: Mail, at: Date) {
  const content = { body: text, html: html ?? null, attachments: attachments ?? null };
  const first = {
    smtp: { state: 'waiting' as const, ...content },
    mailbox: { state: 'kept' as const, ...content, doneAt: at },
    // Nobody will ever send it, so nothing of it is kept.
    off: { state: 'failed' as const, body: '', error: NO_SERVER, doneAt: at },
  }[mode];
  return { kind, recipient: to, subject, createdAt: at, dueAt: at, ...first };
}

type MailConfig = Pick<Config, 'smtp' | 'mode'>;

interface MailStores extends Pick<Database, 'db'> {
  files: Pick<Files, 'read'>;
}

export function createMailer(config: MailConfig, { db, files }: MailStores, now: () => Date): Mailer {
  const smtp = config.smtp && openSmtp(config.smtp, files);
  const withoutServer = config.mode === 'production' ? 'off' : 'mailbox';
  const mode = smtp ? 'smtp' : withoutServer;
  const t = mailTable;

  async function keep(writer: MailWriter, mail: Mail): Promise<string> {
    const id = randomUUID();
    await writer.insert(t).values({ id, ...rowOf(mode, mail, now()) });
    return id;
  }

  async function store(mail: Mail): Promise<string> {
    const id = await keep(db, mail);
    await db.delete(t).where(lt(t.createdAt, new Date(now().getTime() - KEPT_MS)));
    return id;
  }

  /** The claim is one statement, so of several processes one sends. */
  async function attempt(id: string): Promise<boolean> {
    const [mail] = await db
      .update(t)
      .set({ attempts: sql`${t.attempts} + 1`, dueAt: new Date(now().getTime() + LEASE_MS) })
      .where(and(eq(t.id, id), eq(t.state, 'waiting'), lte(t.dueAt, now())))
      .returning();
    if (!mail || !smtp) return false;
    try {
      const { recipient: to, subject, body: text, html, attachments } = mail;
      await smtp.deliver({ to, subject, text, html: html ?? undefined, attachments: attachments ?? undefined });
    } catch (error) {
      const pause = RETRY_SECONDS[mail.attempts - 1];
      const words = error instanceof Error ? error.message : String(error);
      await db
        .update(t)
        .set(
          pause === undefined
            ? { state: 'failed', error: words, ...wiped(mail.subject), doneAt: now() }
            : { error: words, dueAt: new Date(now().getTime() + pause * 1000) },
        )
        .where(eq(t.id, id));
      return false;
    }
    // Codes and links are nobody's business once they are on their way.
    await db
      .update(t)
      .set({ state: 'sent', error: null, ...wiped(mail.subject), doneAt: now() })
      .where(eq(t.id, id));
    return true;
  }

  return {
    mode,
    async keep(tx, mail) {
      await keep(tx, mail);
    },
    async send(mail) {
      const id = await store(mail);
      // A database that goes away now leaves the mail waiting; the job finds it.
      if (mode === 'smtp') void attempt(id).catch(() => undefined);
    },
    async sendNow(mail) {
      const id = await store(mail);
      return mode === 'smtp' ? attempt(id) : mode === 'mailbox';
    },
    async deliverDue() {
      const due = await db
        .select({ id: t.id })
        .from(t)
        .where(and(eq(t.state, 'waiting'), lte(t.dueAt, now())))
        .orderBy(t.dueAt)
        .limit(100);
      for (const { id } of due) await attempt(id);
    },
    list: (limit) => db.select().from(t).orderBy(desc(t.createdAt)).limit(limit),
    async verify() {
      if (!smtp) throw new Error(NO_SERVER);
      await smtp.verify();
    },
    async state() {
      const rows = await db
        .select({ state: t.state, error: t.error })
        .from(t)
        .where(inArray(t.state, ['waiting', 'failed']))
        .orderBy(desc(t.createdAt));
      return {
        waiting: rows.filter(({ state }) => state === 'waiting').length,
        failed: rows.filter(({ state }) => state === 'failed').length,
        lastError: rows.find(({ error }) => error !== null)?.error ?? null,
      };
    },
  };
}

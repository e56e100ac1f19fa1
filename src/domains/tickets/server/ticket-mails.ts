import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { formatOf } from '#platform/contract/format.ts';
import { isLocale } from '#platform/contract/locales.ts';
import type { Translate } from '#platform/contract/translate.ts';
import type { Actor } from '#platform/server/access/scope.ts';
import { appUser, packageTable } from '#platform/server/access/tables.ts';
import type { Mail } from '#platform/server/mail/mailer.ts';
import { readersOf } from './people.ts';
import { type TicketRow, ticketWatch } from './tables.ts';
import type { LetterParts, Tx } from './ticket-parts.ts';

export type Told = Pick<TicketRow, 'id' | 'packageName' | 'title' | 'priority' | 'status' | 'dueOn'>;

interface News {
  what: 'mention' | 'answer' | 'assigned' | 'due' | 'overdue';
  /** Whoever did it, who is not told of it. */
  by: Actor;
  /** Words of theirs, as they wrote them. */
  quote?: string;
}

/** Tickets that are said one by one in one mail; of further ones there is the number. */
const SAID = 20;
const LONGEST_SUBJECT = 180;

/**
 * One mail for each person about all of their tickets, kept with the transaction of what it is about: so it goes out
 * once, or that never happened. Nobody is told of what they did themselves, may not read, or want no mails about.
 */
export async function tell(
  tx: Tx,
  parts: LetterParts,
  news: News,
  about: readonly { ticket: Told; people: readonly number[] }[],
): Promise<void> {
  const mine = new Map<number, Told[]>();
  for (const { ticket, people } of about)
    for (const id of await listeners(
      tx,
      ticket,
      people.filter((id) => id !== news.by.userId),
    ))
      mine.set(id, [...(mine.get(id) ?? []), ticket]);
  if (mine.size === 0) return;
  const { id, name, email, language } = appUser;
  const people = await tx
    .select({ id, name, email, language })
    .from(appUser)
    .where(inArray(id, [...mine.keys()]));
  const titles = await titlesOf(tx, [...mine.values()].flat());
  for (const person of people)
    await parts.mailer.keep(tx, await letter(parts, person, { news, tickets: mine.get(person.id) ?? [], titles }));
}

async function listeners(tx: Tx, ticket: Told, people: readonly number[]): Promise<number[]> {
  if (people.length === 0) return [];
  const said = await watches(tx, ticket.id, sql`NOT ${ticketWatch.watching}`);
  const wanted = [...new Set(people)].filter((id) => !said.includes(id));
  return (await readersOf(tx, ticket, wanted)).map(({ userId }) => userId);
}

/** Who wants to hear of it. */
export const watchersOf = (tx: Tx, ticketId: number): Promise<number[]> =>
  watches(tx, ticketId, sql`${ticketWatch.watching}`);

const watches = async (tx: Tx, ticketId: number, which: SQL): Promise<number[]> => {
  const rows = await tx
    .select({ id: ticketWatch.userId })
    .from(ticketWatch)
    .where(and(eq(ticketWatch.ticketId, ticketId), which));
  return rows.map(({ id }) => id);
};

async function titlesOf(tx: Tx, tickets: readonly Told[]): Promise<ReadonlyMap<string, string>> {
  const { name, title } = packageTable;
  const names = [...new Set(tickets.map(({ packageName }) => packageName))];
  const rows = await tx.select({ name, title }).from(packageTable).where(inArray(name, names));
  return new Map(rows.map((row) => [row.name, row.title]));
}

interface Addressee {
  name: string;
  email: string;
  language: string;
}

interface Letter {
  news: News;
  tickets: readonly Told[];
  titles: ReadonlyMap<string, string>;
}

async function letter(parts: LetterParts, to: Addressee, { news, tickets, titles }: Letter): Promise<Mail> {
  const locale = isLocale(to.language) ? to.language : 'en';
  const t = await parts.texts(locale);
  const { day, number } = formatOf(locale);
  const url = parts.publicUrl();
  const said = { person: to.name, actor: news.by.userName };
  const lines = tickets
    .slice(0, SAID)
    .map((ticket) =>
      [
        `#${ticket.id} ${ticket.title}`,
        [
          titles.get(ticket.packageName) ?? ticket.packageName,
          word(t, 'status', ticket.status),
          word(t, 'priority', ticket.priority),
          ...(ticket.dueOn === null ? [] : [`${t('tickets:due_on')}: ${day(ticket.dueOn)}`]),
        ].join(' · '),
        `${url}/issues/${ticket.id}?package=${encodeURIComponent(ticket.packageName)}`,
      ].join('\n'),
    );
  const more = tickets.length - lines.length;
  return {
    kind: `ticket_${news.what}`,
    to: to.email,
    subject: t(`tickets:mail_${news.what}_subject`, { ...said, tickets: named(tickets) }).slice(0, LONGEST_SUBJECT),
    text: [
      t('tickets:mail_hello', said),
      t(`tickets:mail_${news.what}`, said),
      ...(news.quote === undefined ? [] : [news.quote.replace(/^/gm, '> ')]),
      ...lines,
      ...(more > 0 ? [`${t('tickets:mail_more', { n: number(more) })}\n${url}/issues?assignee=me`] : []),
      t('tickets:mail_stop'),
      'Adsieve',
    ].join('\n\n'),
  };
}

const named = (tickets: readonly Told[]): string => {
  const [first] = tickets;
  const more = tickets.length > 1 ? ` (+${tickets.length - 1})` : '';
  return first ? `#${first.id} ${first.title}${more}` : '';
};

const word = (t: Translate, field: 'status' | 'priority', value: string): string =>
  t(`tickets:${field}_${value.toLowerCase().replaceAll(' ', '_')}`);

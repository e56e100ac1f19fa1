import { and, count, eq, or, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core';
import { idsOf, type Person, type PersonalData } from '#platform/server/personal-data.ts';
import { textOfFile } from '#platform/server/postgres/text-of-file.ts';
import { incidentTable, ticketAttachment, ticketComment, ticketTable } from './tables.ts';

/** Of nobody nothing: a condition without any id would be one without any bound. */
const naming = (person: Person, text: SQL): SQL | undefined =>
  or(sql`false`, ...idsOf(person).map((id) => sql`position(${id.toLowerCase()} IN lower(${text})) > 0`));

const inPackage = ({ package_name: name }: Person, column: AnyPgColumn): SQL | undefined =>
  name === undefined ? undefined : eq(column, name);

const ofTickets = (person: Person, column: AnyPgColumn): SQL | undefined =>
  person.package_name === undefined
    ? undefined
    : sql`${column} IN (SELECT id FROM ticket WHERE package_name = ${person.package_name})`;

const i = incidentTable;
const aboutIncident = (person: Person): SQL | undefined =>
  and(
    naming(person, sql`concat_ws(' ', ${i.title}, ${i.url}, ${i.location}, ${i.key}, ${i.evidence}::text)`),
    inPackage(person, i.packageName),
  );

/** Incidents whose title, address or filters name the person. */
export const personalIncidents: PersonalData = {
  what: 'incidents',
  step: 'records',
  async count({ database: { db } }, person) {
    const [row] = await db.select({ n: count() }).from(incidentTable).where(aboutIncident(person));
    return row?.n ?? 0;
  },
  async erase({ database: { db } }, person, report) {
    const gone = await db.delete(incidentTable).where(aboutIncident(person));
    await report(gone.rowCount ?? 0);
  },
};

const t = ticketTable;
const aboutTicket = (person: Person): SQL | undefined =>
  and(
    naming(person, sql`concat_ws(' ', ${t.title}, ${t.description}, ${t.url}, ${t.location}, ${t.closingReason})`),
    inPackage(person, t.packageName),
  );
const aboutComment = (person: Person): SQL | undefined =>
  and(naming(person, sql`${ticketComment.text}`), ofTickets(person, ticketComment.ticketId));
const aboutFile = (person: Person): SQL | undefined =>
  and(naming(person, textOfFile(ticketAttachment)), ofTickets(person, ticketAttachment.ticketId));

/** What tickets say of a person is emptied and files that name it go; the case itself stays. */
export const personalTickets: PersonalData = {
  what: 'tickets',
  step: 'records',
  async count({ database: { db } }, person) {
    const of = (table: PgTable, where: SQL | undefined) => db.select({ n: count() }).from(table).where(where);
    const found = await Promise.all([
      of(ticketTable, aboutTicket(person)),
      of(ticketComment, aboutComment(person)),
      of(ticketAttachment, aboutFile(person)),
    ]);
    return found.reduce((all, [row]) => all + (row?.n ?? 0), 0);
  },
  async erase({ database: { db } }, person, report) {
    const emptied = { title: '…', description: '', url: '', location: '', closingReason: '' };
    const done = [
      await db.update(ticketTable).set(emptied).where(aboutTicket(person)),
      await db.update(ticketComment).set({ text: '…' }).where(aboutComment(person)),
      await db.delete(ticketAttachment).where(aboutFile(person)),
    ];
    await report(done.reduce((all, { rowCount }) => all + (rowCount ?? 0), 0));
  },
};

import Big from 'big.js';
import { and, asc, eq } from 'drizzle-orm';
import { invoiceAudit } from '#domains/invoices/contract/audit.ts';
import type { DocumentData } from '#domains/invoices/contract/document.ts';
import type { CreditableLine, InvoiceView, invoiceEndpoints } from '#domains/invoices/contract/endpoints.ts';
import type { Out } from '#platform/contract/endpoint.ts';
import type { Scope } from '#platform/server/access/scope.ts';
import { amountText, sumOf } from './amounts.ts';
import { requireNotCorrected } from './corrected.ts';
import { inTurn, lockInvoices } from './in-turn.ts';
import type { Db, InvoiceParts, Tx } from './invoice-parts.ts';
import { auditIssue, type InvoiceRow, ownInvoice, stored } from './invoice-store.ts';
import { invoiceView } from './invoice-views.ts';
import { creditedLine, type Left, leftOf, restOf, sumsOf } from './left-of.ts';
import { requireLetters } from './letters.ts';
import { requireDigits } from './payment-store.ts';
import { configFor } from './prepare.ts';
import { refuse } from './refuse.ts';
import { type Render, rendered } from './render.ts';
import { seriesOf } from './series.ts';
import { PAID, tellReports } from './standing.ts';
import { invoiceReportTable, invoiceTable } from './tables.ts';

type Asked = Out<(typeof invoiceEndpoints.credit_part)['body']>;

/** Corrects a document by another one that takes back what is left of it; its reports wait for a new one. */
export const creditDocument = (
  scope: Scope,
  parts: InvoiceParts,
  id: number,
  render: Render = rendered,
): Promise<InvoiceView> =>
  corrected(scope, parts, id, async (tx, original, today) => {
    const before = await wholeNote(tx, id);
    return before ? before.id : creditRest(scope, tx, parts, { original, today, render });
  });

/**
 * Takes amounts of lines back by a credit note, never more than is left of a line or to be paid. The document stands for
 * the rest of it, and for its reports; once nothing is left it is corrected as a whole. Asked again by what was read
 * before, the same note is answered.
 */
export const creditPart = (
  scope: Scope,
  parts: InvoiceParts,
  id: number,
  asked: Asked,
  render: Render = rendered,
): Promise<InvoiceView> =>
  corrected(scope, parts, id, async (tx, original, today) => {
    const { data } = original;
    const notes = await partNotes(tx, id);
    const known = notes.find((note, at) => isSame(note.data, asked, leftBefore(data, notes, at)));
    if (known) return known.id;
    const left = leftBefore(data, notes, notes.length);
    const net = sumOf(asked.lines.map(({ amount }) => amount));
    const isAsRead = left.net.eq(asked.net_left);
    const whole = await wholeNote(tx, id);
    if (whole && isAsRead && net.eq(left.net)) return whole.id;
    await requireNotCorrected(tx, original);
    if (!isAsRead) throw refuse('invoice_changed', {}, { as: 'conflict' });
    const lines = linesOf(original, left, asked);
    if (net.eq(left.net)) return creditRest(scope, tx, parts, { original, today, render });
    const sums = sumsOf(data, left, net);
    await requireOpen(tx, original, left, sums.payable);
    const made = noteOf(original, today, { lines, ...sums });
    requireLetters(made);
    const row = await storedNote(scope, tx, parts, { original, today, render, data: made, correctsPart: true });
    await tellReports(tx, parts, original);
    await auditIssue(scope, tx, row, invoiceAudit.creditPart);
    return row.id;
  });

/** What can still be taken back, line by line. */
export async function creditableLines(
  scope: Scope,
  { database: { db } }: InvoiceParts,
  id: number,
): Promise<{ lines: CreditableLine[]; net_left: string }> {
  const { data, currency } = await ownInvoice(scope, db, id);
  const notes = await partNotes(db, id);
  const left = leftBefore(data, notes, notes.length);
  const isWhole = (await wholeNote(db, id)) !== undefined;
  const text = (amount: Big | undefined): string => amountText(isWhole ? '0' : (amount ?? '0'), currency);
  return {
    lines: data.lines.map(({ publisher, campaign, event, kind, amount }, at) => ({
      line: at + 1,
      publisher,
      campaign,
      event,
      kind,
      amount,
      left: text(left.lines[at]),
    })),
    net_left: text(left.net),
  };
}

async function corrected(
  scope: Scope,
  { database: { db }, packageInfo }: InvoiceParts,
  id: number,
  credit: (tx: Tx, original: InvoiceRow, today: string) => Promise<number>,
): Promise<InvoiceView> {
  const { packageName } = await ownInvoice(scope, db, id);
  const { today } = await packageInfo(scope, packageName);
  const made = await inTurn(packageName, () =>
    db.transaction(async (tx) => {
      await lockInvoices(tx, packageName);
      const original = await ownInvoice(scope, tx, id);
      if (original.kind === 'credit_note') throw refuse('no_correction_of_correction', {}, { as: 'conflict' });
      return credit(tx, original, today);
    }),
  );
  return invoiceView(db, made, today);
}

interface Crediting {
  original: InvoiceRow;
  today: string;
  render: Render;
}

async function creditRest(scope: Scope, tx: Tx, parts: InvoiceParts, crediting: Crediting): Promise<number> {
  const { original, today } = crediting;
  const { id, data: whole, number } = original;
  const [sum] = await tx.select({ paid: PAID }).from(invoiceTable).where(eq(invoiceTable.id, id));
  if (Number(sum?.paid) > 0) throw refuse('paid_already', { number }, { as: 'conflict' });
  const notes = await partNotes(tx, id);
  const left = leftBefore(whole, notes, notes.length);
  const rest = notes.length === 0 ? {} : { lines: restOf(whole, left), ...sumsOf(whole, left, left.net) };
  const data = noteOf(original, today, rest);
  const row = await storedNote(scope, tx, parts, { ...crediting, data, correctsPart: false });
  await tx.update(invoiceReportTable).set({ stands: false }).where(eq(invoiceReportTable.invoiceId, id));
  await tellReports(tx, parts, original);
  await auditIssue(scope, tx, row, invoiceAudit.credit);
  return row.id;
}

async function storedNote(
  scope: Scope,
  tx: Tx,
  parts: InvoiceParts,
  { original, today, render, data, correctsPart }: Crediting & { data: DocumentData; correctsPart: boolean },
): Promise<InvoiceRow> {
  const { id, packageName, issuer } = original;
  const config = await configFor(tx, packageName);
  const ownPrefix = await prefixOf(tx, parts, original);
  const series = seriesOf(packageName, config.settings, { kind: 'credit_note', issuer, day: today, ownPrefix });
  const own = issuer === '' ? config : { ...config, logo: null };
  return stored(scope, tx, parts, { data, config: own, series }, { render, corrects: id, correctsPart });
}

/** What a credit note says; `part` where it is not about all of the document. */
function noteOf({ data, number, issuedOn }: InvoiceRow, today: string, part: Partial<DocumentData>): DocumentData {
  const said: DocumentData = {
    ...data,
    ...part,
    kind: 'credit_note',
    number: null,
    issued_on: today,
    due_on: today,
    corrects: { number, issued_on: issuedOn, ...(data.kind === 'credit_note' ? {} : { kind: data.kind }) },
  };
  const { second, payable } = said;
  return {
    ...said,
    second: second && { ...second, payable: amountText(new Big(payable).times(second.rate), second.currency) },
  };
}

async function prefixOf(tx: Tx, { settledBook }: InvoiceParts, { id, packageName }: InvoiceRow): Promise<string> {
  const [first] = await tx.select().from(invoiceReportTable).where(eq(invoiceReportTable.invoiceId, id)).limit(1);
  const [report] = first ? await settledBook.reports(tx, packageName, { ids: [first.settlementId] }) : [];
  return report?.setting?.invoice_prefix ?? '';
}

const noteWhere = (id: number, isPart: boolean) =>
  and(eq(invoiceTable.corrects, id), eq(invoiceTable.correctsPart, isPart));

const wholeNote = async (db: Db | Tx, id: number): Promise<{ id: number } | undefined> =>
  (await db.select({ id: invoiceTable.id }).from(invoiceTable).where(noteWhere(id, false)))[0];

type PartNote = Pick<InvoiceRow, 'id' | 'data'>;

const partNotes = (db: Db | Tx, id: number): Promise<PartNote[]> =>
  db
    .select({ id: invoiceTable.id, data: invoiceTable.data })
    .from(invoiceTable)
    .where(noteWhere(id, true))
    .orderBy(asc(invoiceTable.id));

const leftBefore = (data: DocumentData, notes: readonly PartNote[], at: number): Left =>
  leftOf(
    data,
    notes.slice(0, at).map((note) => note.data),
  );

function isSame(note: DocumentData, { lines, reason, net_left }: Asked, left: Left): boolean {
  if (!left.net.eq(net_left) || note.lines.length !== lines.length) return false;
  return note.lines.every(
    ({ of, amount, note: said }, at) =>
      lines[at]?.line === of && said === reason && new Big(lines[at]?.amount ?? 0).eq(amount),
  );
}

/** @throws refused for a line that is not there, named twice, or of which less is left */
function linesOf({ data, number, currency }: InvoiceRow, left: Left, { lines, reason }: Asked) {
  const named = new Set<number>();
  return lines.map(({ line, amount }) => {
    const [own, most] = [data.lines[line - 1], left.lines[line - 1]];
    if (!own || !most) throw refuse('credit_no_line', { number, line }, { field: 'lines' });
    if (named.has(line)) throw refuse('credit_line_twice', { line }, { field: 'lines' });
    named.add(line);
    requireDigits(amount, currency, 'lines');
    if (most.lt(amount))
      throw refuse('credit_line_left', { line, left: amountText(most, currency), currency }, { field: 'lines' });
    return creditedLine(own, line, amountText(amount, currency), reason);
  });
}

/** Who has paid already gets nothing back by a note: payments are taken out before. Negative lines leave less to be paid. */
async function requireOpen(tx: Tx, { id, number, currency }: InvoiceRow, left: Left, payable: string): Promise<void> {
  const [sum] = await tx.select({ paid: PAID }).from(invoiceTable).where(eq(invoiceTable.id, id));
  const open = left.payable.minus(sum?.paid ?? 0);
  if (open.lt(payable))
    throw refuse('credit_over_open', { open: amountText(open, currency), currency, number }, { field: 'lines' });
}

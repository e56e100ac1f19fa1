import { createHash } from 'node:crypto';
import type { DocumentData } from '#domains/invoices/contract/document.ts';
import type { Texts } from '#platform/server/texts.ts';
import { entryBeside, lastingThread } from '#platform/server/thread.ts';
import { ublOf } from './e-invoice.ts';
import type { InvoicePaper, ToDraw } from './paper/paper.ts';
import { paperOf } from './paper/paper-of.ts';
import { refuse } from './refuse.ts';

const drawn = lastingThread(entryBeside('paper/invoice-worker', import.meta.url));

export interface Rendered {
  pdf: Buffer;
  sha256: string;
  xml: string | null;
}

export type Render = (data: DocumentData, texts: Texts, logo: Buffer | null) => Promise<Rendered>;

/** The bytes of a document: from nothing but what it says and the logo. Drawn in a thread, which takes a tenth of a second. */
export const rendered: Render = async (data, texts, logo) => {
  const isIssued = data.number !== null;
  const paper = paperOf(data, await texts(data.locale), logo);
  const xml = isIssued && data.e_invoice !== 'none' ? await validUbl(data, paper) : null;
  const embed = isIssued && data.e_invoice === 'facturx' ? data : null;
  const asked: ToDraw = { paper, embed };
  const pdf = await drawn(asked);
  return { pdf, sha256: createHash('sha256').update(pdf).digest('hex'), xml: data.e_invoice === 'ubl' ? xml : null };
};

/** What the library finds wrong is told, and nothing is issued. */
async function validUbl(data: DocumentData, paper: InvoicePaper): Promise<string> {
  requireFit(data);
  try {
    return await ublOf({ data, paper });
  } catch (error) {
    const faults = error instanceof Error && 'errors' in error && Array.isArray(error.errors) ? error.errors : [];
    const [first] = faults as { instancePath?: string; message?: string }[];
    const place = first?.instancePath?.split('/').slice(2).join(' ') ?? '';
    const why = first ? `${place} ${first.message ?? ''}`.trim() : 'unknown';
    throw refuse('einvoice_refused', { why }, { field: 'e_invoice' });
  }
}

/** A number for a tax begins with its country (BR-CO-09). */
const TAX_ID = /^[A-Z]{2}/;
/** Under these the buyer owes the tax, and is named by its number too. */
const OWED_BY_BUYER: ReadonlySet<unknown> = new Set(['AE', 'K']);

function requireFit({ category, seller, buyer }: DocumentData): void {
  for (const { legal_name: who, email } of [seller, buyer])
    if (email === '') throw refuse('einvoice_email', { who }, { field: 'email' });
  if (category === null || category === 'O') return;
  for (const { legal_name: who, tax_ids } of OWED_BY_BUYER.has(category) ? [seller, buyer] : [seller])
    if (!TAX_ID.test(tax_ids[0] ?? '')) throw refuse('einvoice_tax_id', { who }, { field: 'tax_ids' });
}

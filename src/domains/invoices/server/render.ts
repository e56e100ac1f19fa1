import { createHash } from 'node:crypto';
import type { DocumentData } from '#domains/invoices/contract/document.ts';
import type { Texts } from '#platform/server/texts.ts';
import { entryBeside, lastingThread } from '#platform/server/thread.ts';
import { ublOf } from './e-invoice.ts';
import type { ToDraw } from './paper/paper.ts';
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
  const xml = isIssued && data.e_invoice !== 'none' ? await validUbl(data) : null;
  const embed = isIssued && data.e_invoice === 'facturx' ? data : null;
  const asked: ToDraw = { paper: paperOf(data, await texts(data.locale), logo), embed };
  const pdf = await drawn(asked);
  return { pdf, sha256: createHash('sha256').update(pdf).digest('hex'), xml: data.e_invoice === 'ubl' ? xml : null };
};

/** What the library finds wrong is told, and nothing is issued. */
async function validUbl(data: DocumentData): Promise<string> {
  try {
    return await ublOf(data);
  } catch (error) {
    const faults = error instanceof Error && 'errors' in error && Array.isArray(error.errors) ? error.errors : [];
    const [first] = faults as { instancePath?: string; message?: string }[];
    const place = first?.instancePath?.split('/').slice(2).join(' ') ?? '';
    const why = first ? `${place} ${first.message ?? ''}`.trim() : 'unknown';
    throw refuse('einvoice_refused', { why }, { field: 'e_invoice' });
  }
}

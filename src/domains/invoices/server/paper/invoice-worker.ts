/** Entry of a thread: draws documents, one after the other, for as long as somebody asks for more. */
import { parentPort } from 'node:worker_threads';
import { makePdf } from '#platform/server/pdf/make-pdf.ts';
import { facturX } from '../e-invoice.ts';
import { invoiceDocument } from './document.ts';
import type { ToDraw } from './paper.ts';

// What fails ends the thread, and with it whoever waits; the next document begins a new one.
parentPort?.on('message', async ({ paper, embed }: ToDraw) => {
  const pdf = await makePdf(invoiceDocument(paper));
  parentPort?.postMessage(embed ? await facturX({ data: embed, paper }, pdf) : pdf);
});

/** Entry of a thread: draws boards on paper, one after the other, for as long as somebody asks for more. */
import { parentPort } from 'node:worker_threads';
import { makePdf } from '#platform/server/pdf/make-pdf.ts';
import { documentOf } from './document.ts';
import type { Paper } from './paper.ts';

// What fails ends the thread, and with it whoever waits; the next board begins a new one.
parentPort?.on('message', async (paper: Paper) => parentPort?.postMessage(await makePdf(documentOf(paper))));

/** Entry of a thread: draws results on paper, for as long as somebody asks for more. */
import { parentPort } from 'node:worker_threads';
import { makePdf } from '#platform/server/pdf/make-pdf.ts';
import { resultDocument } from './document.ts';
import type { ResultPaper } from './paper.ts';

// What fails ends the thread, and with it whoever waits; the next one begins anew.
parentPort?.on('message', async (paper: ResultPaper) => parentPort?.postMessage(await makePdf(resultDocument(paper))));

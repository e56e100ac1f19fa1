/** Entry of a thread: draws covers of evidence files, one after the other, for as long as somebody asks for more. */
import { parentPort } from 'node:worker_threads';
import { makePdf } from '#platform/server/pdf/make-pdf.ts';
import { type Cover, documentOf } from './cover-document.ts';

// What fails ends the thread, and with it whoever waits; the next cover begins a new one.
parentPort?.on('message', async (cover: Cover) => parentPort?.postMessage(await makePdf(documentOf(cover))));

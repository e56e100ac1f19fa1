/** Entry of a thread: makes one workbook and ends. */
import { parentPort, workerData } from 'node:worker_threads';
import { workbook } from './xlsx-book.ts';

parentPort?.postMessage(await workbook(workerData));

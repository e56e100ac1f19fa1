/** Entry of a thread: draws results on paper, for as long as somebody asks for more. */
import { parentPort } from 'node:worker_threads';
import type { Content, PdfDocument } from '#platform/server/pdf/content.ts';
import { spell } from '#platform/server/pdf/fonts.ts';
import { makePdf } from '#platform/server/pdf/make-pdf.ts';
import type { ResultPaper } from './result-files.ts';

const SIZE = 9;

/** In faces that have its letters, whatever script it is. */
const written = (text: string, fontSize: number = SIZE): Content => ({
  text: spell(text, 'en').map(({ face, text: run }) => ({ text: run, font: face })),
  fontSize,
});

const documentOf = ({ title, about, head, rows }: ResultPaper): PdfDocument => ({
  pageSize: 'A4',
  pageMargins: [36, 40, 36, 46],
  info: { title },
  defaultStyle: { font: 'Inter', fontSize: SIZE },
  content: [
    written(title, 16),
    written(about),
    {
      margin: [0, 12, 0, 0],
      table: {
        headerRows: 1,
        widths: ['auto', '*', 'auto', 'auto', 'auto'],
        body: [head, ...rows].map((row) => row.map((cell) => written(cell))),
      },
    },
  ],
  footer: (page, pages) => ({ text: `${page} / ${pages}`, margin: [36, 10, 36, 0] }),
});

// What fails ends the thread, and with it whoever waits; the next one begins anew.
parentPort?.on('message', async (paper: ResultPaper) => parentPort?.postMessage(await makePdf(documentOf(paper))));

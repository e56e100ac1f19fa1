import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pdfmake from 'pdfmake';
import type { PdfDocument } from './content.ts';
import { FACES, faceBytes } from './fonts.ts';

/**
 * The bytes of a document. It fetches nothing and reads no file but our faces, whatever it is told. One at a time: the
 * writer keeps its faces for all documents.
 */
export async function makePdf(document: PdfDocument): Promise<Buffer> {
  // A face that is handed over is read: most documents need two of them.
  const said = JSON.stringify(document);
  const used = FACES.filter((name) => said.includes(name));
  // The writer takes faces as files, and knows again which it has by their path.
  const folder = await mkdtemp(join(tmpdir(), 'adsieve-faces-'));
  const own = new Set<string>();
  const written = async (name: (typeof FACES)[number], weight: 'normal' | 'bold'): Promise<string> => {
    const path = join(folder, `${name}-${weight}.ttf`);
    await writeFile(path, faceBytes(name, weight));
    own.add(path);
    return path;
  };
  try {
    const faces = used.map(async (name) => {
      const [normal, bold] = [await written(name, 'normal'), await written(name, 'bold')];
      return [name, { normal, bold }] as const;
    });
    pdfmake.setFonts(Object.fromEntries(await Promise.all(faces)));
    pdfmake.setUrlAccessPolicy(() => false);
    pdfmake.setLocalAccessPolicy((path) => own.has(path));
    return await pdfmake.createPdf(document).getBuffer();
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

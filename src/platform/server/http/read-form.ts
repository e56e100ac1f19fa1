import type { Readable } from 'node:stream';
import { appError } from './app-error.ts';

/** What a form adds to its files. */
const FORM_BYTES = 64 * 1024;

/** A form with files (multipart/form-data), in memory: its files together have `mostBytes` at most. */
export async function readForm(upload: Readable, contentType: string, mostBytes: number): Promise<FormData> {
  if (!/^multipart\/form-data\s*;/i.test(contentType)) throw appError('unsupported_media');
  const parts: Buffer[] = [];
  let size = 0;
  try {
    for await (const part of upload) {
      const bytes = Buffer.from(part);
      size += bytes.length;
      if (size > mostBytes + FORM_BYTES) throw appError('too_large');
      parts.push(bytes);
    }
  } finally {
    // A sender that still sends would not hear the answer.
    upload.resume();
  }
  const sent = new Response(Buffer.concat(parts), { headers: { 'content-type': contentType } });
  return sent.formData().catch(() => {
    throw appError('malformed', { field: 'file' });
  });
}

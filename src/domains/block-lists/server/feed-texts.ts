import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

const compress = promisify(gzip);

/** Of all texts that are kept, compressed ones counted too: ten feeds of 100,000 addresses. */
const MOST_BYTES = 32_000_000;

interface Text {
  plain: Buffer;
  gzip?: Promise<Buffer> | undefined;
  bytes: number;
}

/** Texts of feeds as they are answered, by their tag, which is made from what they say: what is kept is never old. */
export interface FeedTexts {
  /** Undefined where it has to be read first. */
  get: (etag: string) => Pick<Text, 'plain'> | undefined;
  keep: (etag: string, body: string) => Pick<Text, 'plain'>;
  /** Compressed once, however many ask for it. */
  compressed: (etag: string, plain: Buffer) => Promise<Buffer>;
}

export function keptTexts(most = MOST_BYTES): FeedTexts {
  const texts = new Map<string, Text>();
  let bytes = 0;
  /** Those asked for longest ago go first; one that is larger than all may be is answered and not kept. */
  const bounded = (): void => {
    for (const [etag, text] of texts) {
      if (bytes <= most) return;
      texts.delete(etag);
      bytes -= text.bytes;
    }
  };
  const found = (etag: string): Text | undefined => {
    const text = texts.get(etag);
    if (!text) return undefined;
    texts.delete(etag);
    texts.set(etag, text);
    return text;
  };
  return {
    get: found,
    keep(etag, body) {
      const known = found(etag);
      if (known) return known;
      const plain = Buffer.from(body, 'utf8');
      if (plain.length > most) return { plain };
      const text: Text = { plain, bytes: plain.length };
      texts.set(etag, text);
      bytes += text.bytes;
      bounded();
      return text;
    },
    async compressed(etag, plain) {
      const text = found(etag);
      if (!text) return compress(plain);
      text.gzip ??= compress(plain).then(
        (small) => {
          text.bytes += small.length;
          if (texts.get(etag) === text) bytes += small.length;
          bounded();
          return small;
        },
        (error: unknown) => {
          text.gzip = undefined;
          throw error;
        },
      );
      return text.gzip;
    },
  };
}

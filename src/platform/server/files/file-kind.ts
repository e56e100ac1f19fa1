interface Kind {
  endings: readonly string[];
  mediaType: string;
  /** Whether the bytes are of it. */
  is: (bytes: Buffer) => boolean;
}

const begins =
  (...signs: readonly number[]) =>
  (bytes: Buffer) =>
    signs.every((sign, n) => bytes[n] === sign);
const ascii = (bytes: Buffer, from: number, text: string) =>
  bytes.toString('latin1', from, from + text.length) === text;

/** UTF-8 without NUL: what an editor shows. */
const isText = (bytes: Buffer): boolean => {
  if (bytes.includes(0)) return false;
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
};

/** What people may send to one another, told by its first bytes. Nothing that a browser or office program would run. */
const KINDS: readonly Kind[] = [
  { endings: ['png'], mediaType: 'image/png', is: begins(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a) },
  { endings: ['jpg', 'jpeg'], mediaType: 'image/jpeg', is: begins(0xff, 0xd8, 0xff) },
  {
    endings: ['webp'],
    mediaType: 'image/webp',
    is: (bytes) => ascii(bytes, 0, 'RIFF') && ascii(bytes, 8, 'WEBP'),
  },
  { endings: ['pdf'], mediaType: 'application/pdf', is: (bytes) => ascii(bytes, 0, '%PDF-') },
  {
    endings: ['xlsx'],
    mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    is: (bytes) => ascii(bytes, 0, 'PK\u0003\u0004') && bytes.includes('[Content_Types].xml') && bytes.includes('xl/'),
  },
  { endings: ['csv'], mediaType: 'text/csv; charset=utf-8', is: isText },
  { endings: ['txt', 'log'], mediaType: 'text/plain; charset=utf-8', is: isText },
  { endings: ['json'], mediaType: 'application/json', is: isText },
];

export const ENDINGS = KINDS.flatMap(({ endings }) => endings);

/** The kind a name says; undefined for one that is not taken. */
export function kindOf(fileName: string): Kind | undefined {
  const ending = /\.([a-z0-9]+)$/i.exec(fileName)?.[1]?.toLowerCase() ?? '';
  return KINDS.find(({ endings }) => endings.includes(ending));
}

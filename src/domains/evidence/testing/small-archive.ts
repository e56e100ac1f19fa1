import { createHash, randomBytes } from 'node:crypto';
import { csvLine } from '#platform/server/csv.ts';
import { CSV_HEAD } from '../server/event-columns.ts';
import { type Signer, signerOf } from '../server/signing.ts';
import { ZipWriter } from '../server/zip-writer.ts';

export interface Parts {
  /** By name, in the order of the archive; manifest and signature are made of them. */
  files: Map<string, Buffer>;
  /** What the manifest says beside its files. */
  told: Record<string, unknown>;
}

export const SIGNER = signerOf(randomBytes(32));
export const OTHER = signerOf(randomBytes(32));

const CLAIMED = [
  ['e1', 'spring', 'invalid.bot', 'claimed', '0.25', 'EUR'],
  ['e2', 'spring', 'invalid.bot', 'claimed', '0.50', 'EUR'],
  ['e3', `it's "so", yes`, 'duplicate', 'claimed', '1.125', 'EUR'],
  ['e4', 'spring', 'invalid.net', 'before', '', ''],
] as const;

const rowOf = ([id, campaign, category, claim, amount, currency]: readonly string[]): string => {
  const cells: Record<string, string | undefined> = { id, campaign, category, claim, amount, currency, event: 'click' };
  return csvLine(CSV_HEAD.map((name) => cells[name] ?? ''));
};

/** A whole archive of four events, as the product writes them. */
export function smallParts(signer: Signer = SIGNER): Parts {
  const numbers = { rows: 4, claimed: 3, claimed_before: 1, late: 0 };
  const totals = [{ currency: 'EUR', amount: '1.875' }];
  const lines = [
    { campaign: 'spring', event: 'click', category: 'invalid.bot', units: 2, amount: '0.75', currency: 'EUR' },
    { campaign: `it's "so", yes`, event: 'click', category: 'duplicate', units: 1, amount: '1.125', currency: 'EUR' },
  ];
  return {
    files: new Map([
      ['events.csv', Buffer.from(`\u{FEFF}${csvLine(CSV_HEAD)}${CLAIMED.map(rowOf).join('')}`)],
      ['events.parquet', Buffer.from('PAR1 rows PAR1')],
      ['rules.json', Buffer.from('{"versions":[]}')],
      ['counts.json', Buffer.from(JSON.stringify({ ...numbers, totals, lines }))],
      ['cover.pdf', Buffer.from('%PDF-1.7')],
      ['public-key.pem', Buffer.from(signer.publicKey)],
      ['verify.mjs', Buffer.from('// the check')],
      ['README.txt', Buffer.from('Read me')],
    ]),
    told: {
      format: 'adsieve-evidence/1',
      package: { name: 'shop.example' },
      publisher: 'Alpha',
      period: { from: '2026-10-01', to: '2026-10-31' },
      events: numbers,
      totals,
      key: { algorithm: 'Ed25519', fingerprint: signer.fingerprint },
    },
  };
}

/** The manifest over the files as they are, and its signature. */
export async function signed({ files, told }: Parts, signer: Signer = SIGNER): Promise<Map<string, Buffer>> {
  const sums = [...files].map(([name, bytes]) => ({
    name,
    size: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
  }));
  const zip = new ZipWriter();
  await drained(filled(zip, files));
  const manifest = Buffer.from(JSON.stringify({ ...told, files: sums, before: zip.soFar() }));
  return new Map([
    ...files,
    ['manifest.json', manifest],
    ['manifest.sig', Buffer.from(`${signer.sign(manifest).toString('base64')}\n`)],
  ]);
}

type Named = Iterable<readonly [name: string, bytes: Buffer]>;

async function* filled(zip: ZipWriter, files: Named): AsyncGenerator<Buffer> {
  for (const [name, bytes] of files) yield* zip.add(name, [bytes], { stored: name.startsWith('manifest.') });
}

async function drained(pieces: AsyncIterable<Buffer>): Promise<Buffer> {
  const all: Buffer[] = [];
  for await (const piece of pieces) all.push(piece);
  return Buffer.concat(all);
}

/** Packed as the product does; a name may come twice. */
export async function packed(files: Named): Promise<Buffer> {
  const zip = new ZipWriter();
  return Buffer.concat([await drained(filled(zip, files)), ...zip.end()]);
}

/**
 * Whether an evidence archive is what an installation of Adsieve signed: its signature, the sum of every file, nothing
 * more and nothing less, and whether its events add up to what it claims. `verify.mjs` of the archive is this code, made
 * into one file without anything else (`npm run sync`); so it imports nothing but Node.
 */
import { createHash, createPublicKey, verify } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { bytesOf, entriesOf, piecesOf, Untrue } from './archive.ts';
import { type Counts, disagreements, sumsOf, type Totals } from './events.ts';
import { type Entry, STORED } from './zip-records.ts';

const FORMAT = 'adsieve-evidence/1';
const SIGNED = 'manifest.json';
const SIGNATURE = 'manifest.sig';
const KEY = 'public-key.pem';
const NEEDED = ['cover.pdf', 'events.csv', 'events.parquet', 'counts.json', 'rules.json', KEY];
/** Files that are read whole. */
const MOST_READ = 64 * 1024 * 1024;

export interface Verdict {
  ok: boolean;
  /** What is wrong, or what was found, a sentence a line. */
  said: string[];
}

interface Manifest {
  format: string;
  publisher: string;
  package: { name: string };
  period: { from: string; to: string };
  events: Omit<Totals, 'totals'>;
  totals: Totals['totals'];
  key: { fingerprint: string };
  files: { name: string; size: number; sha256: string }[];
  /** All that stands before the manifest, as it lies there. */
  before: { bytes: number; sha256: string };
}

/** `key`: the fingerprint the issuer told by another way; without it the archive says only that it was not changed. */
export async function verifyArchive(path: string, { key = '' }: { key?: string } = {}): Promise<Verdict> {
  let file: FileHandle;
  try {
    file = await open(path);
  } catch {
    return { ok: false, said: [`${path} cannot be read.`] };
  }
  try {
    return await verified(file, key);
  } catch (error) {
    return { ok: false, said: [error instanceof Untrue ? error.message : `It cannot be checked: ${String(error)}`] };
  } finally {
    await file.close();
  }
}

async function verified(file: FileHandle, key: string): Promise<Verdict> {
  const entries = new Map((await entriesOf(file)).map((entry) => [entry.name, entry]));
  const read = async (name: string): Promise<Buffer> => whole(file, required(entries, name));
  const signed = await read(SIGNED);
  const manifest = manifestIn(signed);
  const fingerprint = requireSigned(signed, await read(SIGNATURE), await read(KEY), { manifest, pinned: key });
  requireSame([...entries.keys()], manifest);
  for (const told of manifest.files) await requireSum(file, required(entries, told.name), told);
  await requireBits(file, [...entries.values()], manifest);
  const counts = countsIn(await read('counts.json'));
  const sums = await sumsOf(bytesOf(file, required(entries, 'events.csv')));
  const wrong = disagreements(sums, counts, { ...manifest.events, totals: manifest.totals });
  if (wrong.length > 0) return { ok: false, said: wrong };
  const amounts = manifest.totals.map(({ amount, currency }) => `${amount} ${currency}`).join(', ');
  return {
    ok: true,
    said: [
      `Nothing was changed: ${manifest.files.length} files, ${manifest.events.rows} events, ${manifest.events.claimed} of them claimed${amounts === '' ? '' : `, ${amounts}`}.`,
      `${manifest.publisher} for ${manifest.package.name}, ${manifest.period.from} to ${manifest.period.to}.`,
      key === ''
        ? `Signed with the key ${fingerprint}. Compare it with the one the issuer told you by another way, or give it with --key.`
        : `Signed with the key you named, ${fingerprint}.`,
    ],
  };
}

function required(entries: ReadonlyMap<string, Entry>, name: string): Entry {
  const entry = entries.get(name);
  if (!entry) throw new Untrue(`${name} is missing.`);
  return entry;
}

async function whole(file: FileHandle, entry: Entry): Promise<Buffer> {
  if (entry.size > MOST_READ) throw new Untrue(`${entry.name} is larger than it can be.`);
  const parts: Buffer[] = [];
  for await (const part of bytesOf(file, entry)) parts.push(part);
  return Buffer.concat(parts);
}

function jsonIn<T>(bytes: Buffer, name: string, isRight: (value: T) => boolean): T {
  try {
    const value: T = JSON.parse(bytes.toString('utf8'));
    if (isRight(value)) return value;
  } catch {
    // Said below.
  }
  throw new Untrue(`${name} cannot be read: it was damaged.`);
}

const isTotals = (value: Totals['totals']): boolean =>
  Array.isArray(value) &&
  value.every(({ currency, amount }) => typeof currency === 'string' && typeof amount === 'string');

function manifestIn(bytes: Buffer): Manifest {
  const manifest = jsonIn<Manifest>(
    bytes,
    SIGNED,
    ({ format, files, events, totals, key, package: pkg, period, before }) =>
      typeof format === 'string' &&
      Array.isArray(files) &&
      files.every(
        ({ name, size, sha256 }) => typeof name === 'string' && typeof size === 'number' && typeof sha256 === 'string',
      ) &&
      typeof events === 'object' &&
      typeof before?.sha256 === 'string' &&
      isTotals(totals) &&
      typeof key?.fingerprint === 'string' &&
      typeof pkg?.name === 'string' &&
      typeof period?.from === 'string',
  );
  if (manifest.format !== FORMAT) throw new Untrue(`This check knows ${FORMAT}, the archive is ${manifest.format}.`);
  return manifest;
}

const countsIn = (bytes: Buffer): Counts =>
  jsonIn<Counts>(
    bytes,
    'counts.json',
    ({ lines, totals }) =>
      isTotals(totals) &&
      Array.isArray(lines) &&
      lines.every((line) =>
        [line.campaign, line.event, line.category, line.amount].every((text) => typeof text === 'string'),
      ),
  );

/** Fingerprints are compared without what people set between their digits. */
const plain = (fingerprint: string): string =>
  fingerprint
    .replace(/^sha256:/i, '')
    .replace(/[^\da-f]/gi, '')
    .toLowerCase();

function requireSigned(
  signed: Buffer,
  signature: Buffer,
  pem: Buffer,
  { manifest, pinned }: { manifest: Manifest; pinned: string },
): string {
  let fingerprint: string;
  let isRight: boolean;
  try {
    const key = createPublicKey(pem);
    if (key.asymmetricKeyType !== 'ed25519') throw new Untrue('The key is of another kind than Ed25519.');
    fingerprint = createHash('sha256')
      .update(key.export({ type: 'spki', format: 'der' }))
      .digest('hex');
    const text = signature.toString('ascii');
    const bytes = Buffer.from(text, 'base64');
    // Written as it is made, and in no other way.
    isRight = text === `${bytes.toString('base64')}\n` && verify(null, signed, key, bytes);
  } catch (error) {
    if (error instanceof Untrue) throw error;
    throw new Untrue(`${KEY} is no public key.`);
  }
  if (!isRight)
    throw new Untrue('The signature does not belong to the manifest: it was changed, or signed with another key.');
  if (fingerprint !== manifest.key.fingerprint) throw new Untrue(`${KEY} is not the key that the manifest names.`);
  if (pinned !== '' && plain(pinned) !== fingerprint)
    throw new Untrue(`It is signed with another key than the one you named: ${fingerprint}.`);
  return fingerprint;
}

/** The manifest names every file but itself and its signature, each once, and those that are needed. */
function requireSame(names: readonly string[], { files }: Manifest): void {
  const told = new Set(files.map(({ name }) => name));
  if (told.size !== files.length) throw new Untrue('The manifest names a file twice.');
  const missing = [...told, ...NEEDED].find((name) => !names.includes(name));
  if (missing !== undefined) throw new Untrue(`${missing} is missing.`);
  const unsigned = NEEDED.find((name) => !told.has(name));
  if (unsigned !== undefined) throw new Untrue(`The manifest does not name ${unsigned}.`);
  const more = names.find((name) => name !== SIGNED && name !== SIGNATURE && !told.has(name));
  if (more !== undefined) throw new Untrue(`${more} is in the archive, and the manifest does not name it.`);
}

/**
 * To the last bit: packed bytes have some that say nothing, and so change no file. What stands before the manifest is
 * held against its sum; manifest and signature stand behind it as they are, with nothing left to say.
 */
async function requireBits(file: FileHandle, entries: readonly Entry[], { before }: Manifest): Promise<void> {
  const [signed, signature] = entries.slice(-2);
  if (signed?.name !== SIGNED || signature?.name !== SIGNATURE)
    throw new Untrue('The manifest and its signature are not the last files of the archive.');
  if (signed.method !== STORED || signature.method !== STORED)
    throw new Untrue('The archive was packed anew by another program.');
  const hash = createHash('sha256');
  for await (const piece of piecesOf(file, 0, signed.at)) hash.update(piece);
  if (signed.at !== before.bytes || hash.digest('hex') !== before.sha256)
    throw new Untrue('The archive was changed: the sum over its bytes is another than the manifest says.');
}

async function requireSum(
  file: FileHandle,
  entry: Entry,
  { name, size, sha256 }: Manifest['files'][number],
): Promise<void> {
  const hash = createHash('sha256');
  let seen = 0;
  for await (const part of bytesOf(file, entry)) {
    hash.update(part);
    seen += part.length;
  }
  if (seen !== size || hash.digest('hex') !== sha256)
    throw new Untrue(`${name} was changed: its sum is another than the manifest says.`);
}

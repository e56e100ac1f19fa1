import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useBucket } from '../../../../test/support/use-bucket.ts';
import { bytesOf, type FileName, type FilePlace, type Files, FilesUnavailable, isFileName, readText } from './files.ts';
import { folderFiles } from './folder-files.ts';
import { answering } from './s3-fetch.ts';
import { S3Files } from './s3-files.ts';
import { PART_BYTES } from './s3-parts.ts';

const root = mkdtempSync(join(tmpdir(), 'adsieve-files-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
const bucket = useBucket();
const hurried = answering({ tries: 2, pauseMs: 1 });
const sha = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

const KINDS = {
  'a folder': () => folderFiles(join(root, 'data')),
  'a bucket': () => new S3Files(bucket.place('one/'), join(root, 'work'), hurried),
};

describe.each(Object.entries(KINDS))('files in %s', (_, open) => {
  let files: Files;
  beforeAll(() => {
    files = open();
  });
  const names = async (place: FilePlace): Promise<string[]> => {
    const found: string[] = [];
    for await (const { name, bytes } of files.list(place)) found.push(`${name} ${bytes}`);
    return found.sort();
  };

  it('are read as they were written, whole and by ranges, replaced, listed by place and removed twice', async () => {
    const name = 'reports/report-1';
    expect([await files.read(name), await files.size(name), await files.version(name)]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect(await files.write(name, 'one line\n')).toBe(9);
    const before = await files.version(name);
    expect(await files.write(name, Readable.from([Buffer.from('another '), Buffer.from('line\n')]))).toBe(13);
    expect(await readText(files, name)).toBe('another line\n');
    expect(await files.version(name)).not.toBe(before);
    const range = await files.read(name, { from: 3, to: 6 });
    expect((await bytesOf(range ?? Readable.from([]))).toString()).toBe('ther');
    expect(await files.write('reports/report-2', '')).toBe(0);
    expect([await readText(files, 'reports/report-2'), await files.size('reports/report-2')]).toEqual(['', 0]);
    await files.write('feeds/f~1.json', '{}');
    expect(await names('reports')).toEqual(['reports/report-1 13', 'reports/report-2 0']);
    expect(await names('lists/operator')).toEqual([]);
    await files.remove(name);
    await files.remove(name);
    expect([await files.read(name), await names('reports')]).toEqual([undefined, ['reports/report-2 0']]);
    await files.check();
  });

  it('of many parts come whole, by stream and as a path; nothing of one that broke off is seen', async () => {
    const large = randomBytes(2 * PART_BYTES + 5_000_001);
    const pieces = async function* (until = large.length) {
      for (let at = 0; at < until; at += 700_000) yield large.subarray(at, at + 700_000);
      if (until < large.length) throw new Error('The line is cut');
    };
    const name = 'creatives/large.mp4';
    expect(await files.write(name, pieces())).toBe(large.length);
    const stream = await files.read(name);
    expect(sha(await bytesOf(stream ?? Readable.from([])))).toBe(sha(large));
    let path = '';
    const hash = await files.withPath(name, async (given) => {
      path = given;
      return sha(await readFile(given));
    });
    expect([hash, await files.withPath('creatives/none.mp4', async () => 1)]).toEqual([sha(large), undefined]);
    if (files.kind === 's3') expect(existsSync(path)).toBe(false);

    for (const until of [1_000_000, 2 * PART_BYTES]) {
      await expect(files.write('creatives/broken.mp4', pieces(until))).rejects.toThrow('The line is cut');
      await expect(files.write(name, pieces(until))).rejects.toThrow('The line is cut');
    }
    const gone = AbortSignal.abort(new Error('Nobody waits'));
    await expect(files.write('creatives/broken.mp4', pieces(), gone)).rejects.toThrow();
    expect(await names('creatives')).toEqual([`creatives/large.mp4 ${large.length}`]);

    // Whoever leaves a download holds nothing.
    const left = await files.read(name);
    left?.destroy();
    await new Promise((done) => left?.once('close', done));
  });

  it('of this machine are taken in and gone from where they were; what a kill left goes when it is old', async () => {
    mkdirSync(files.work, { recursive: true });
    const path = join(files.work, 'made');
    await writeFile(path, 'made here');
    expect(await files.keep('files/imports/made', path)).toBe(9);
    expect([await readText(files, 'files/imports/made'), existsSync(path)]).toEqual(['made here', false]);
    writeFileSync(path, 'left by a kill');
    utimesSync(path, new Date('2026-11-01'), new Date('2026-11-01'));
    writeFileSync(join(files.work, 'of now'), 'under way');
    if (files.kind === 'folder') {
      const half = join(files.place, 'files', 'imports', '.half-1');
      writeFileSync(half, 'left by a kill');
      utimesSync(half, new Date('2026-11-01'), new Date('2026-11-01'));
    }
    expect(await names('files/imports')).toEqual(['files/imports/made 9']);
    await files.clean(new Date('2026-11-02'));
    expect(readdirSync(files.work)).toEqual(['of now']);
    if (files.kind === 'folder') expect(readdirSync(join(files.place, 'files', 'imports'))).toEqual(['made']);
  });

  it('have names of the places there are and of no other', async () => {
    for (const name of [
      'reports/../secrets/session',
      'secrets/session',
      'reports/',
      'reports/a/b',
      'reports/.half-1',
    ]) {
      expect(isFileName(name), name).toBe(false);
      await expect((async () => files.write(name as FileName, 'x'))(), name).rejects.toThrow('No name of a file');
    }
  });
});

describe('a storage', () => {
  it('that is away, another bucket and a wrong key are told apart, and no key is told', async () => {
    const place = bucket.place('two/');
    const of = (change: object) => new S3Files({ ...place, ...change }, root, hurried);
    await expect(of({ bucket: 'nobodys' }).check()).rejects.toThrow(/404 NoSuchBucket/);
    await expect(of({ bucket: 'nobodys' }).read('reports/report-1')).rejects.toThrow(/404 NoSuchBucket/);
    await expect(of({ secretAccessKey: 'guessed-by-nobody' }).write('reports/report-1', 'x')).rejects.toThrow(
      /403 SignatureDoesNotMatch/,
    );
    const away = of({ endpoint: 'http://127.0.0.1:9' });
    const failed = await away.write('reports/report-1', 'x').catch((error: unknown) => error);
    expect(failed).toBeInstanceOf(FilesUnavailable);
    expect(failed).toMatchObject({
      code: 'files_unavailable',
      message: expect.stringMatching(/s3:\/\/adsieve\/two.*9/),
    });
    expect(String(failed)).not.toContain('S3RVER');
  });

  it('that has completed an upload and lost the answer is not asked for it again', async () => {
    const asked: string[] = [];
    const large = Buffer.alloc(PART_BYTES + 1, 'large');
    const server = createServer((request, response) => {
      const { method = '', url = '' } = request;
      const what = `${method}${/uploads=/.test(url) ? ' begin' : /uploadId=/.test(url) ? ' upload' : ''}`;
      asked.push(what);
      request.resume().on('end', () => {
        if (what === 'POST begin')
          return response.end('<InitiateMultipartUploadResult><UploadId>u</UploadId></InitiateMultipartUploadResult>');
        if (what === 'PUT upload') return response.writeHead(200, { etag: '"1"' }).end();
        if (what === 'HEAD') return response.writeHead(200, { 'content-length': large.length }).end();
        if (asked.filter((each) => each === 'POST upload').length === 1) return response.destroy();
        return response.writeHead(404).end('<Error><Code>NoSuchUpload</Code></Error>');
      });
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const address = server.address();
    const endpoint = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
    try {
      const files = new S3Files({ ...bucket.place(), endpoint }, root, hurried);
      expect(await files.write('reports/report-1', large)).toBe(large.length);
      expect(asked).toEqual(['POST begin', 'PUT upload', 'PUT upload', 'POST upload', 'POST upload', 'HEAD']);
    } finally {
      server.closeAllConnections();
      server.close();
    }
  });

  it('that lists in pages is read to the last of them, without what somebody else has put there', async () => {
    const page = (more: string, names: readonly string[]) =>
      `<ListBucketResult>${more}${names.map((name) => `<Contents><Key>${name}</Key><Size>7</Size><LastModified>2026-11-20T12:00:00.000Z</LastModified></Contents>`).join('')}</ListBucketResult>`;
    const server = createServer((request, response) => {
      const asked = new URL(request.url ?? '', 'http://x').searchParams;
      expect(asked.get('prefix')).toBe('p/feeds/');
      response.setHeader('content-type', 'application/xml');
      if (asked.get('continuation-token') === 'a b+c/1=')
        response.end(page('<IsTruncated>false</IsTruncated>', ['p/feeds/3']));
      else
        response.end(
          page('<IsTruncated>true</IsTruncated><NextContinuationToken>a b+c/1=</NextContinuationToken>', [
            'p/feeds/1',
            'p/feeds/of somebody',
            'p/feeds/2',
          ]),
        );
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const address = server.address();
    const endpoint = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
    const files = new S3Files({ ...bucket.place('p/'), endpoint }, root, hurried);
    const found: string[] = [];
    for await (const { name, bytes, changedAt } of files.list('feeds'))
      found.push(`${name} ${bytes} ${changedAt.toISOString()}`);
    server.close();
    expect(found).toEqual([1, 2, 3].map((n) => `feeds/${n} 7 2026-11-20T12:00:00.000Z`));
  });

  it('that is busy, breaks off or answers late is asked again, from where it was', async () => {
    const bytes = randomBytes(3_000_000);
    const asked: string[] = [];
    const server = createServer((request, response) => {
      asked.push(`${request.method} ${request.headers.range ?? ''}`);
      if (asked.length === 1) return void response.writeHead(503).end();
      const from = Number(/bytes=(\d+)-/.exec(request.headers.range ?? '')?.[1] ?? 0);
      response.writeHead(from > 0 ? 206 : 200, { 'content-length': bytes.length - from, etag: '"1"' });
      if (from > 2_000_000) return void response.end(bytes.subarray(from));
      response.write(bytes.subarray(from, from + 1_200_000), () => setTimeout(() => response.destroy(), 20));
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const address = server.address();
    const endpoint = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
    try {
      const files = new S3Files({ ...bucket.place(), endpoint }, root, hurried);
      const stream = await files.read('reports/report-1');
      expect(sha(await bytesOf(stream ?? Readable.from([])))).toBe(sha(bytes));
      expect(asked.length).toBeGreaterThan(3);
    } finally {
      server.closeAllConnections();
      server.close();
    }
  });
});

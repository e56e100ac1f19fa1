import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll } from 'vitest';
import type { AnalysisAnswer, AnalysisResult } from '#domains/hygiene/contract/result.ts';
import { useApp } from '../../../../test/support/use-app.ts';
import { embeddedAnalyser } from '../server/analyser/embedded.ts';
import { hygieneJobs } from '../server/analysis-jobs.ts';
import { PictureWorker } from '../server/worker/child.ts';
import type { Eyes } from '../server/worker/tasks.ts';

/** A drawing of ours as PNG. */
export const drawn = (inside: string, width = 640, height = 360, background = '#ffffff'): Promise<Buffer> =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="${background}"/>${inside}</svg>`,
    ),
  )
    .png()
    .toBuffer();

export const words = (text: string, fill = '#111111', size = 64): string =>
  `<text x="30" y="180" font-size="${size}" font-family="DejaVu Sans, sans-serif" fill="${fill}">${text}</text>`;

/** Films and recordings made by ffmpeg, in a folder of this file. */
export function useFilms() {
  const folder = mkdtempSync(join(tmpdir(), 'adsieve-films-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return (name: string, ...inputs: string[]): Buffer => {
    const path = join(folder, name);
    execFileSync('ffmpeg', ['-v', 'error', '-y', ...inputs, path]);
    return readFileSync(path);
  };
}

/** `see` puts another pair of eyes before the process of models. */
export function useHygiene(see: (own: Eyes) => Eyes = (own) => own) {
  const app = useApp();
  const own = 'own.example';
  const worker = new PictureWorker();
  afterAll(() => worker.end());
  const tokens: Record<string, string> = {};
  const senders = new Map<string, string>();
  beforeAll(async () => {
    await app.package({ name: own });
    await app.package({ name: 'other.example' });
    const sign = async (name: string, role: string, more: object = {}) => {
      tokens[name] = await app.signIn({ email: `${name}@hygiene.example`, role, packages: [own], name, ...more });
    };
    await sign('customer', 'customer');
    await sign('publisher', 'publisher', { publishers: ['P1'] });
    await sign('vendor', 'agency', { vendors: ['Acme'] });
    const { database, files, jobs } = app.context;
    await jobs.start(
      hygieneJobs({ database, files, analyser: embeddedAnalyser(see(worker)), now: () => app.clock.now() }),
    );
  }, 120_000);
  const upload = async (file: Buffer, { who = '', packageName = '', name = 'file', headers = {} }: Sent = {}) => {
    const answer = await app.app.http.inject({
      method: 'POST',
      url: `/api/brand_hygiene/upload${packageName ? `?package_name=${packageName}` : ''}`,
      headers: {
        'content-type': 'application/octet-stream',
        'content-disposition': `attachment; filename="1700000000000_${name}"`,
        ...(who ? { authorization: tokens[who] ?? '' } : {}),
        ...headers,
      },
      payload: file,
    });
    const url = String(answer.json().signedURL ?? '');
    senders.set(url, who);
    return { status: answer.statusCode, body: answer.json(), url };
  };
  /** Asked by whoever sent the file, unless another is named. */
  const safety = async (url: string, body: object = {}, who = senders.get(url) ?? '') => {
    const { status, body: said } = await app.call('POST', '/api/brand_hygiene/safety', {
      body: { endpoint: 'generic_all', authorization: '', s3_presigned_url: url, ...body },
      ...(who ? { token: tokens[who] ?? '' } : {}),
    });
    return { status, answer: said as AnalysisAnswer };
  };
  return {
    app,
    own,
    token: (who: string): string => tokens[who] ?? '',
    upload,
    safety,
    /** What is found in a file; the message where nothing is. */
    analysed: async (file: Buffer, sent: Sent & { endpoint?: string } = {}): Promise<AnalysisResult> => {
      const { url, body } = await upload(file, sent);
      const { answer } = await safety(url, { endpoint: sent.endpoint ?? 'generic_all' }, sent.who);
      if (typeof answer.body === 'string')
        throw new Error(`${answer.statusCode} ${answer.body} ${JSON.stringify(body)}`);
      return answer.body.result;
    },
  };
}

interface Sent {
  who?: string;
  packageName?: string;
  name?: string;
  headers?: Record<string, string>;
}

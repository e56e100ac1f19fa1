import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import Papa from 'papaparse';
import { afterAll, beforeAll, expect } from 'vitest';
import { jobsOf } from '#app/server/start-jobs.ts';
import { loadPolicy } from '#traffic/judge/server/load-policy.ts';
import { runJob } from '../../../../test/support/run-job.ts';
import { eventRow, PKG, stampOf, useSettled } from '../../settlements/testing/use-settled.ts';
import type { EvidenceRecord } from '../contract/evidence.ts';
import { archiveOf } from '../server/evidence-files.ts';
import { evidenceJob } from '../server/evidence-jobs.ts';

const run = promisify(execFile);

export const OCTOBER = { period_from: '2026-10-01', period_to: '2026-10-31' };
/** Whole in no file that is masked. */
export const DEVICE = 'f5a1c2d3-0000-4000-8000-0000000000aa';
const HOSTED = 40;

/** Clicks of servers, as the rule about hosting networks judges them. */
const hosted = () =>
  Array.from({ length: HOSTED }, (_, n) =>
    eventRow({
      kind: 'click',
      ts: stampOf(Date.parse('2026-10-05T08:00:00Z') + n * 61_000),
      publisher: 'Alpha',
      campaign: n % 4 === 0 ? '=HYPERLINK("x")' : 'spring, "late"',
      verdict: 'fraud',
      reason: 'net.datacenter',
      hits: ['data_center'],
      rule_version: 1,
      ip: `::ffff:203.0.113.${n}`,
      ip_class: 'datacenter',
      ip_list: 'hosting networks: AS24940 203.0.113.0/24',
      as_name: 'Hetzner Online',
      device_id: DEVICE,
      click_id: `click-${String(n).padStart(6, '0')}`,
    }),
  );

export interface Unpacked {
  folder: string;
  path: string;
  text: (name: string) => string;
  json: (name: string) => Record<string, unknown> & { [name: string]: never };
  rows: () => Record<string, string>[];
}

/** The package of settlements with its payout report of October, and what makes and unpacks evidence of it. */
export function useEvidence() {
  const settled = useSettled();
  const folders: string[] = [];
  beforeAll(async () => {
    const { app, send } = settled;
    await loadPolicy(app.context.database, PKG);
    await app.context.clickhouse.insert('traffic', hosted());
    const answer = await send('POST', '/payout_report', {
      package_name: PKG,
      ...OCTOBER,
      publishers: ['Alpha', 'Beta'],
    });
    expect(answer.status, answer.text).toBe(200);
  }, 120_000);
  afterAll(() => {
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  });

  const work = (id: number) => {
    const { context } = settled.app;
    return runJob(context.database, jobsOf(context), evidenceJob, { id });
  };
  const one = async (id: number): Promise<EvidenceRecord> => (await settled.get(`/evidence/${id}`)).body.data;
  /** Asked for and made. */
  const make = async (asked: object): Promise<EvidenceRecord> => {
    const answer = await settled.send('POST', '/evidence', { package_name: PKG, ...OCTOBER, ...asked });
    expect(answer.status, answer.text).toBe(200);
    await work(answer.body.data.id);
    return one(answer.body.data.id);
  };
  const remove = (id: number) => settled.send('DELETE', `/evidence/${id}`);
  /** By the `unzip` of the system, which shares no code with what packed it. */
  const unpack = async (id: number): Promise<Unpacked> => {
    const folder = mkdtempSync(join(tmpdir(), 'adsieve-evidence-'));
    folders.push(folder);
    const path = join(folder, 'evidence.zip');
    const stream = await settled.app.context.files.read(archiveOf(id));
    if (!stream) throw new Error('No archive');
    writeFileSync(path, Buffer.concat(await stream.toArray()));
    await run('unzip', ['-q', path, '-d', folder]);
    const text = (name: string) => readFileSync(join(folder, name), 'utf8');
    return {
      folder,
      path,
      text,
      json: (name) => JSON.parse(text(name)),
      rows: () =>
        Papa.parse<Record<string, string>>(text('events.csv').replace(/^\u{FEFF}/u, ''), {
          header: true,
          skipEmptyLines: true,
        }).data,
    };
  };
  return { ...settled, work, one, make, remove, unpack };
}

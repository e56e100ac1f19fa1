import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { LineFile } from './line-file.ts';
import { DEMO_PACKAGES, type DemoPackage } from './packages.ts';
import { generateEvents, type ScenarioOptions } from './scenario.ts';

export interface DemoFilesOptions extends Pick<ScenarioOptions, 'seed' | 'endDay' | 'days'> {
  /** Wanted events of all packages together. */
  events: number;
  /** Events after this moment are left out, so that the last day is as incomplete as a real one. Epoch milliseconds. */
  until?: number;
}

export interface DemoFile {
  package: DemoPackage;
  /** NDJSON with our own column names, as the importer takes it. Plain: packing costs more time than it saves. */
  path: string;
  /** `truth,scenario` per line, line n about event n: ground truth, never imported. */
  labelsPath: string;
  events: number;
}

/** Writes the traffic of each demo package into a folder, as files the product itself imports. */
export async function writeDemoFiles(folder: string, options: DemoFilesOptions): Promise<DemoFile[]> {
  await mkdir(folder, { recursive: true });
  const files: DemoFile[] = [];
  for (const pkg of DEMO_PACKAGES) {
    const path = join(folder, `${pkg.name}.ndjson`);
    const labelsPath = join(folder, `${pkg.name}.labels.csv`);
    const share = Math.round(options.events / DEMO_PACKAGES.length);
    const events = await writePackage(path, labelsPath, { ...options, events: share, package: pkg.kind });
    files.push({ package: pkg, path, labelsPath, events });
  }
  return files;
}

async function writePackage(
  path: string,
  labelsPath: string,
  options: ScenarioOptions & Pick<DemoFilesOptions, 'until'>,
): Promise<number> {
  const [rows, labels] = [await LineFile.create(path), await LineFile.create(labelsPath)];
  let count = 0;
  try {
    for (const { event, label } of generateEvents(options)) {
      if (options.until !== undefined && Date.parse(event.ts) > options.until) break;
      count++;
      if (labels.add(`${label.truth},${label.scenario}`)) await labels.flush();
      // As shops write it: every order has the column, empty for most.
      const written = event.order_id === undefined ? event : { coupon_code: '', ...event };
      if (rows.add(JSON.stringify(written))) await rows.flush();
    }
  } finally {
    await rows.close();
    await labels.close();
  }
  return count;
}

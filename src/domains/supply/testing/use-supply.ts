import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll } from 'vitest';
import { openIncident } from '#domains/tickets/server/open-incident.ts';
import { systemScope } from '#platform/server/access/scope.ts';
import { sql, trusted, typed } from '#platform/server/clickhouse/sql.ts';
import type { OutboundAnswer } from '#platform/server/http/outbound.ts';
import type { ImportRow } from '#traffic/intake/server/import-tables.ts';
import { importLocalFile } from '#traffic/intake/server/imports.ts';
import { type Answer, type TestApp, useApp } from '../../../../test/support/use-app.ts';
import type { FileRow } from '../contract/supply-endpoints.ts';
import { fetchFiles } from '../server/fetch-file.ts';
import { putInForce } from '../server/in-force.ts';
import type { FetchParts } from '../server/parts.ts';
import { supplyJobs } from '../server/supply-jobs.ts';
import { type StoredFile, supplyFile } from '../server/tables.ts';

export const FILES = '/api/brand/supply/files';

/** Of an event: when, for which site, through which exchange and account. */
export type Sold = readonly [at: string, site: string, system: string, seller: string];

type Pages = Map<string, string | Partial<OutboundAnswer> | Error>;

/** In the place of the internet is what `pages` says; nobody else is there. */
function partsOf(app: TestApp, pages: Pages): FetchParts {
  const { database, clickhouse, packageInfo } = app.context;
  return {
    database,
    clickhouse,
    packageInfo,
    now: () => app.clock.now(),
    openIncident: (incident) => openIncident(database, incident),
    outbound: {
      getText: async (url) => {
        const page = pages.get(url);
        if (page instanceof Error) throw page;
        if (page === undefined) throw Object.assign(new Error('none'), { code: 'ENOTFOUND' });
        return typeof page === 'string' ? { status: 200, body: page } : { status: 200, body: '', ...page };
      },
    },
  };
}

/** Imports events of a package, as a bid log brings them. */
function soldIn(app: TestApp, name: string, events: readonly Sold[], file: string): Promise<ImportRow> {
  const path = join(mkdtempSync(join(tmpdir(), 'adsieve-supply-')), file);
  const lines = events.map(
    ([at, site, system, seller], n) =>
      `${at},impression,${file}-${String(n).padStart(4, '0')},"${site}",${system},${seller},P${n % 3}`,
  );
  writeFileSync(path, ['time,event_kind,user_id,declared_domain,exchange,seller_id,publisher', ...lines].join('\n'));
  const wanted = { packageName: name, path, fileName: file, timeZone: 'UTC' };
  return importLocalFile(systemScope(), app.context.imports, wanted);
}

/** What the pages of a customer ask. */
function asCustomer(app: TestApp, packages: readonly string[]) {
  let token = '';
  const [own = ''] = packages;
  beforeAll(async () => {
    for (const name of packages)
      await app.package({ name, platform: 'web', timeZone: 'UTC', currency: 'EUR', dashboardTypes: ['Impression'] });
    token = await app.signIn({
      email: 'owner@supply.example',
      role: 'customer',
      name: 'owner',
      packages: [...packages],
    });
  }, 120_000);
  const call = (method: 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown, headers = {}): Promise<Answer> =>
    app.call(method, path, { token, body, headers });
  return {
    call,
    get: (path: string) => app.get(path, token),
    /** Adds a file and answers its number. */
    async add(body: { kind: FileRow['kind']; domain: string; apps?: string[]; watched?: boolean }, name = own) {
      const answer = await call('POST', FILES, { package_name: name, watched: false, ...body });
      if (answer.status !== 200) throw new Error(answer.text);
      return Number(answer.body.data.id);
    },
    /** `isNobody`: that no one may sell is meant, if the file names nobody. */
    upload: (id: number, file: string | Buffer, day = '', isNobody = false): Promise<Answer> =>
      call('PUT', `${FILES}/${id}/file?nobody=${isNobody}${day && `&valid_from=${day}`}`, Buffer.from(file), {
        'content-type': 'application/octet-stream',
      }),
    listed: async (name = own): Promise<FileRow[]> =>
      (await app.get(`${FILES}?package_name=${name}&limit=100`, token)).body.data,
  };
}

/** The whole server with packages that keep supply files. Jobs are run by who asks for it here. */
export function useSupply(packages: readonly string[]) {
  const app = useApp();
  const pages: Pages = new Map();
  const [own = ''] = packages;
  const parts = () => partsOf(app, pages);
  const customer = asCustomer(app, packages);
  beforeAll(() => app.context.jobs.declare(supplyJobs(parts())));
  const files = async (name = own): Promise<StoredFile[]> =>
    (await app.context.database.db.select().from(supplyFile)).filter(({ packageName }) => packageName === name);
  return {
    ...customer,
    app,
    pages,
    parts,
    files,
    fileOf: async (domain: string, kind = 'ads', name = own): Promise<StoredFile> => {
      const file = (await files(name)).find((row) => row.domain === domain && row.kind === kind);
      if (!file) throw new Error(domain);
      return file;
    },
    /** What the job does that an upload or a removal enqueues. */
    compare: (file: StoredFile, having: FetchParts = parts()) => putInForce(systemScope(), having, file),
    /** What the job of a day does with a package. */
    fetchAll: (name = own, having: FetchParts = parts()) =>
      fetchFiles(systemScope(), having, name, new AbortController().signal),
    sold: (events: readonly Sold[], file: string, name = own) => soldIn(app, name, events, file),
    /** A column of stored events, by time. */
    told: async (column = 'seller_check', name = own): Promise<string[]> => {
      const rows = await app.context.clickhouse.query<{ told: string }>(
        sql`SELECT toString(${trusted(column)}) AS told FROM traffic WHERE package = ${typed('String', name)} ORDER BY ts, user_id`,
      );
      return rows.map(({ told }) => told);
    },
  };
}

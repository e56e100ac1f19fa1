import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll } from 'vitest';
import type { AppContext } from '#app/server/app-context.ts';
import { type App, createApp } from '#app/server/create-app.ts';
import type { HumanCheck } from '#domains/account/server/human-check.ts';
import { createUser, type NewUser } from '#domains/account/server/users.ts';
import { createPackage, type PackageRecord, packageInfoOf } from '#platform/server/access/packages.ts';
import { TestClock } from '#platform/server/clock.ts';
import { readConfig } from '#platform/server/config.ts';
import { openDataFolder } from '#platform/server/data-folder.ts';
import type { Files } from '#platform/server/files/files.ts';
import { folderFiles } from '#platform/server/files/folder-files.ts';
import type { Outbound } from '#platform/server/http/outbound.ts';
import { openJobs } from '#platform/server/jobs/jobs.ts';
import { Wake } from '#platform/server/jobs/loop.ts';
import { createMailer } from '#platform/server/mail/mailer.ts';
import { createEnricher } from '#traffic/enrich/server/enrich.ts';
import { testLists } from '#traffic/enrich/testing/enricher.ts';
import { useClickHouse } from './use-clickhouse.ts';
import { useDatabase } from './use-database.ts';

/** Stands in for the outside service only: the answer `human` passes. The login itself stays real. */
const patientHuman: HumanCheck = {
  provider: 'turnstile',
  siteKey: 'test',
  challenge: async () => null,
  passed: async (answer) => answer === 'human',
};

export interface Answer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests read answers of every shape; the server validates them
  body: any;
  text: string;
  headers: Readonly<Record<string, unknown>>;
}

export interface TestApp {
  readonly context: AppContext;
  readonly app: App;
  readonly clock: TestClock;
  package(record: Partial<PackageRecord> & { name: string }): Promise<string>;
  /** Creates the user and signs in through the API; returns the token. */
  signIn(user: Partial<NewUser> & { email: string; role: string }): Promise<string>;
  get(url: string, token?: string): Promise<Answer>;
  call(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    url: string,
    options?: { token?: string; body?: unknown; headers?: Record<string, string> },
  ): Promise<Answer>;
}

export const TEST_PASSWORD = 'correct horse battery';
export const TEST_NOW = '2026-11-20T12:00:00Z';

export interface AppOptions {
  /** Address of the mail server it uses, asked when it opens. */
  smtp?: () => string;
  /** Who answers in the place of the internet. */
  outbound?: Outbound;
  /** Where files lie, asked when it opens; else in its data folder. */
  files?: (dataFolder: string) => Files;
}

/** The whole server on real engines, a fixed clock, no port: requests are injected. */
export function useApp({ smtp = () => '', outbound, files: filesIn = folderFiles }: AppOptions = {}): TestApp {
  const database = useDatabase();
  const clickhouse = useClickHouse();
  const clock = new TestClock(TEST_NOW);
  let made: { context: AppContext; app: App } | undefined;

  beforeAll(async () => {
    const path = mkdtempSync(join(tmpdir(), 'adsieve-data-'));
    const folder = openDataFolder(path);
    const files = filesIn(path);
    const jobs = await openJobs(database);
    const lists = await testLists();
    const mail = smtp() === '' ? {} : { ADSIEVE_SMTP_URL: smtp(), ADSIEVE_MAIL_FROM: 'Adsieve <adsieve@own.example>' };
    const config = readConfig({ ADSIEVE_DATA: path, NODE_ENV: 'test', LOG_LEVEL: 'silent', ...mail });
    const context: AppContext = {
      config,
      folder,
      files,
      database,
      clickhouse,
      jobs,
      mailer: createMailer(config, { db: database.db, files }, () => clock.now()),
      ...(outbound ? { outbound } : {}),
      clock,
      imports: { clickhouse, database, enricher: createEnricher(lists), folder: { files } },
      loadWake: new Wake(),
      lists: () => lists.info,
      listDate: () => null,
      reopenLists: async () => {},
      packageInfo: (scope, name) => packageInfoOf(scope, database, name, clock.now()),
      close: async () => {
        await jobs.close();
        folder.release();
        rmSync(path, { recursive: true, force: true });
      },
    };
    made = { context, app: await createApp(context, { humanCheck: patientHuman }) };
    await made.app.http.ready();
  });
  afterAll(async () => {
    await made?.app.http.close();
    await made?.context.close();
  });

  const now = () => {
    if (!made) throw new Error('The app opens before the first test; use it inside a test or a hook');
    return made;
  };
  const call: TestApp['call'] = async (method, url, options = {}) => {
    const request: InjectOptions = { method, url, headers: { ...options.headers } };
    if (options.token) request.headers = { ...request.headers, authorization: options.token };
    if (options.body !== undefined) request.payload = options.body as object;
    const answer = await now().app.http.inject(request);
    const isJson = String(answer.headers['content-type'] ?? '').includes('json');
    return {
      status: answer.statusCode,
      body: isJson ? answer.json() : undefined,
      text: answer.body,
      headers: answer.headers,
    };
  };

  return {
    get context() {
      return now().context;
    },
    get app() {
      return now().app;
    },
    clock,
    call,
    get: (url, token) => call('GET', url, token ? { token } : {}),
    async package(record) {
      await createPackage(database, {
        title: record.name,
        platform: 'web',
        timeZone: 'UTC',
        currency: 'USD',
        dashboardTypes: ['Click'],
        ...record,
      });
      return record.name;
    },
    async signIn(user) {
      await createUser(database, { name: 'Test Person', password: TEST_PASSWORD, ...user });
      const answer = await call('POST', '/api/user/login', {
        body: { email: user.email, password: TEST_PASSWORD, turnstile_token: 'human' },
      });
      if (answer.status !== 200) throw new Error(`sign-in answered ${answer.status}: ${answer.text}`);
      return answer.body.token;
    },
  };
}

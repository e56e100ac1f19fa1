import { resolve } from 'node:path';
import { z } from 'zod';
import type { S3Place } from './files/s3-client.ts';
import { plans } from './plans-setting.ts';

const url = (...protocols: string[]) =>
  z
    .string()
    .refine(
      (text) => protocols.some((each) => text.startsWith(`${each}://`)),
      `must begin with ${protocols.join(':// or ')}://`,
    )
    .optional();
const megabytes = (usual: number, least: number) => z.coerce.number().int().min(least).default(usual);

/** Origins of other sites: https, and nothing behind the host. */
const origins = z
  .string()
  .default('')
  .transform((text) => text.split(/[\s,]+/).filter((origin) => origin !== ''))
  .refine(
    (all) => all.every((each) => URL.canParse(each) && each.startsWith('https://') && new URL(each).origin === each),
    'must be origins as https://reports.example, with commas between',
  );

/** Parts of the product that may run in processes of their own. What each starts: `app/server/process-roles.ts`. */
export const PROCESS_ROLES = ['api', 'collector', 'worker'] as const;
export type ProcessRole = (typeof PROCESS_ROLES)[number];

const WHICH_ROLES = `must be some of ${PROCESS_ROLES.join(', ')}, with commas between`;
const roles = z
  .string()
  .default(PROCESS_ROLES.join(','))
  .transform((text) => [...new Set(text.split(/[\s,]+/).filter((name) => name !== ''))])
  .pipe(z.array(z.enum(PROCESS_ROLES, WHICH_ROLES)).min(1, WHICH_ROLES));
const startsAll = (these: readonly ProcessRole[]): boolean => PROCESS_ROLES.every((role) => these.includes(role));

const isLoopback = (host: string): boolean => /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i.test(host);
/** What an operator says who has put a proxy in front that ends TLS. */
const behindTls = (env: { ADSIEVE_TRUST_PROXY: string; ADSIEVE_URL?: string | undefined }): boolean =>
  env.ADSIEVE_TRUST_PROXY === 'true' && (env.ADSIEVE_URL ?? '').startsWith('https://');

/** Settings that mean something only together. */
const PAIRS = [
  ['TURNSTILE_SITE_KEY', 'TURNSTILE_SECRET'],
  ['ADSIEVE_EMBED_URL', 'ADSIEVE_EMBED_SECRET'],
  ['BANK_CHECK_URL', 'BANK_CHECK_KEY'],
  ['DATAFORSEO_LOGIN', 'DATAFORSEO_PASSWORD'],
  ['ADSIEVE_SMTP_URL', 'ADSIEVE_MAIL_FROM'],
] as const;

const environment = z
  .object({
    ADSIEVE_DATA: z.string().min(1).default('./data'),
    ADSIEVE_HOST: z.string().min(1).default('127.0.0.1'),
    ADSIEVE_ROLES: roles,
    ADSIEVE_PORT: z.coerce.number().int().min(0).max(65_535).default(4800),
    ADSIEVE_QUERY_MEMORY_MB: megabytes(1_400, 200),
    ADSIEVE_UPLOAD_MB: megabytes(10_000, 1),
    ADSIEVE_UPLOADS_PER_PACKAGE_MB: megabytes(50_000, 1),
    ADSIEVE_TRUST_PROXY: z.enum(['true', 'false']).default('false'),
    DATABASE_URL: url('postgres', 'postgresql'),
    CLICKHOUSE_URL: url('http', 'https'),
    CLICKHOUSE_CLUSTER: z
      .string()
      .regex(/^[\w.-]+$/, 'must be the name of a cluster: letters, digits, _ . -')
      .optional(),
    CLICKHOUSE_USER_FILES: z.string().startsWith('/').optional(),
    S3_BUCKET: z
      .string()
      .regex(/^[a-z0-9][a-z0-9._-]{1,62}$/i, 'must be the name of a bucket')
      .optional(),
    S3_PREFIX: z
      .string()
      .regex(/^(?!.*\.\.)[\w/~-][\w.~/-]*$/, 'must be letters, digits, single dots, _ ~ - and slashes')
      .optional(),
    S3_ENDPOINT: url('http', 'https').refine((text) => text === undefined || URL.canParse(text), 'must be an address'),
    S3_REGION: z.string().min(1).default('us-east-1'),
    S3_ACCESS_KEY_ID: z.string().min(1).optional(),
    S3_SECRET_ACCESS_KEY: z.string().min(1).optional(),
    S3_PATH_STYLE: z.enum(['true', 'false']).default('false'),
    ADSIEVE_URL: url('http', 'https'),
    ADSIEVE_SMTP_URL: url('smtp', 'smtps'),
    ADSIEVE_MAIL_FROM: z
      .string()
      .refine((text) => /^[^\r\n]*[^\s@<]@[^\s@>]+>?$/.test(text), 'must be an address, or "Name <address>"')
      .optional(),
    ADSIEVE_EMBED_URL: url('https'),
    ADSIEVE_CLICKS_URL: url('https'),
    ADSIEVE_EMBED_ORIGINS: origins,
    BANK_CHECK_URL: url('https').refine((text) => text === undefined || URL.canParse(text), 'must be an address'),
    BANK_CHECK_KEY: z.string().min(1).optional(),
    ADSIEVE_HYGIENE_AUTHORIZATION: z.string().min(16, 'must have 16 characters or more').optional(),
    ADSIEVE_EMBED_SECRET: z.string().min(32, 'must have 32 characters or more').optional(),
    ADSIEVE_PLANS: plans,
    YOUTUBE_API_KEY: z.string().min(1).optional(),
    DATAFORSEO_LOGIN: z.string().min(1).optional(),
    DATAFORSEO_PASSWORD: z.string().min(1).optional(),
    DATAFORSEO_CALLS_PER_DAY: z.coerce.number().int().min(1).max(1_000_000).default(200),
    REKOGNITION_REGION: z
      .string()
      .regex(/^[a-z]{2}(-[a-z]+)+-\d$/, 'must be a region, as eu-central-1')
      .optional(),
    REKOGNITION_ACCESS_KEY_ID: z.string().min(1).optional(),
    REKOGNITION_SECRET_ACCESS_KEY: z.string().min(1).optional(),
    TURNSTILE_SITE_KEY: z.string().min(1).optional(),
    TURNSTILE_SECRET: z.string().min(1).optional(),
    NODE_ENV: z.enum(['development', 'production', 'test']).default('development'),
    LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('warn'),
  })
  .superRefine((env, context) => {
    for (const [first, second] of PAIRS)
      if (!env[first] !== !env[second])
        context.addIssue({
          code: 'custom',
          path: [second],
          message: `goes together with ${first}: set both or neither`,
        });
  })
  .refine(
    ({ REKOGNITION_REGION: region, REKOGNITION_ACCESS_KEY_ID: id, REKOGNITION_SECRET_ACCESS_KEY: secret }) =>
      !region === !id && !id === !secret,
    {
      path: ['REKOGNITION_SECRET_ACCESS_KEY'],
      message: 'goes together with REKOGNITION_REGION and REKOGNITION_ACCESS_KEY_ID: set all of them, or none',
    },
  )
  .refine((env) => !env.ADSIEVE_EMBED_URL || URL.canParse(env.ADSIEVE_EMBED_URL), {
    path: ['ADSIEVE_EMBED_URL'],
    message: 'must be an address',
  })
  .refine((env) => startsAll(env.ADSIEVE_ROLES) || (env.DATABASE_URL && env.CLICKHOUSE_URL), {
    path: ['ADSIEVE_ROLES'],
    message:
      'leaves a part to other processes, and an embedded engine belongs to one: set DATABASE_URL and CLICKHOUSE_URL, or start all roles in one process',
  })
  .refine((env) => !env.CLICKHOUSE_URL || env.CLICKHOUSE_USER_FILES, {
    path: ['CLICKHOUSE_USER_FILES'],
    message:
      'goes together with CLICKHOUSE_URL: the user_files_path of that server, at the same path here, since imports hand it files there',
  })
  .refine((env) => !env.CLICKHOUSE_CLUSTER || env.CLICKHOUSE_URL, {
    path: ['CLICKHOUSE_CLUSTER'],
    message: 'goes together with CLICKHOUSE_URL: one of its replicas, and no balancer before them',
  })
  .refine((env) => !env.S3_BUCKET || (env.S3_ACCESS_KEY_ID && env.S3_SECRET_ACCESS_KEY), {
    path: ['S3_SECRET_ACCESS_KEY'],
    message: 'goes together with S3_BUCKET and S3_ACCESS_KEY_ID: set all of them, or none',
  })
  .refine((env) => env.S3_BUCKET || !(env.S3_ENDPOINT || env.S3_ACCESS_KEY_ID || env.S3_SECRET_ACCESS_KEY), {
    path: ['S3_BUCKET'],
    message:
      'is not set, and without it files lie in the data folder: set it, or none of the settings that begin with S3_',
  })
  .refine((env) => env.NODE_ENV !== 'production' || isLoopback(env.ADSIEVE_HOST) || behindTls(env), {
    path: ['ADSIEVE_HOST'],
    message:
      'would answer plain HTTP beyond this machine: put a TLS proxy in front and say so with ADSIEVE_TRUST_PROXY=true and ADSIEVE_URL=https://…',
  });

export interface Config {
  /** Absolute. Everything Adsieve keeps lives below it. */
  dataFolder: string;
  host: string;
  port: number;
  /** What this process starts; all of it unless told otherwise. */
  roles: readonly ProcessRole[];
  /** Bytes that all queries of the embedded ClickHouse together may hold. */
  queryMemoryBytes: number;
  /** Bytes of one upload, and of all files kept for a package. */
  uploads: { file: number; package: number };
  /** Whether X-Forwarded-For is believed; true only behind a proxy that sets it. */
  trustProxy: boolean;
  databaseUrl: string | undefined;
  clickhouseUrl: string | undefined;
  clickhouseCluster: string | undefined;
  clickhouseUserFiles: string | undefined;
  /** The bucket that holds the files all processes share; absent: the data folder does. */
  bucket: S3Place | undefined;
  /** Where people reach Adsieve, for links in mails; without it the address it listens on. */
  publicUrl: string | undefined;
  smtp: { url: string; from: string } | undefined;
  turnstile: { siteKey: string; secret: string } | undefined;
  /** Reports of another product in frames of ours, and what our addresses are signed with; absent: the built-in ones. */
  outsideEmbed: { url: string; secret: string } | undefined;
  /** Origins of other sites whose pages packages may show in a frame. */
  embedOrigins: readonly string[];
  /** A service that says whose a bank account is; absent: only the form is looked at. */
  bankService: { url: string; key: string } | undefined;
  /** Where clicks on the pages of publisher configurations are posted besides; absent: they are kept here alone. */
  clicksUrl: string | undefined;
  /** Of the YouTube Data API, for scans of videos; absent: they look through the own catalogue. */
  youtubeKey: string | undefined;
  /** Of DataForSEO, which reads YouTube's result page, and how often a day it may be asked; absent: nobody asks it. */
  dataforseo: { login: string; password: string; callsPerDay: number } | undefined;
  /** Of Amazon Rekognition, for creatives of packages; absent: the embedded models look at all of them. */
  rekognition: { region: string; accessKeyId: string; secretAccessKey: string } | undefined;
  /** What the operator offers on /pricing; empty where nothing is said. */
  plans: readonly { name: string; lead: string; features: string[]; price: string; contact: string }[];
  /** What direct calls of the tools of brand hygiene have to name; absent: one that is drawn at the first start. */
  hygieneAuthorization: string | undefined;
  /** `production` is asked for by NODE_ENV: secrets must be there before the start, mail needs a server. */
  mode: 'development' | 'production' | 'test';
  logLevel: string;
}

/** The environment does not make sense; the message is a table to be shown as it is. */
export class ConfigError extends Error {}

export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  // An empty variable is how shells and compose files say "not set".
  const present = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const parsed = environment.safeParse(present);
  if (!parsed.success) throw new ConfigError(tableOf(parsed.error.issues, present));
  const it = parsed.data;
  return {
    dataFolder: resolve(it.ADSIEVE_DATA),
    host: it.ADSIEVE_HOST,
    port: it.ADSIEVE_PORT,
    roles: it.ADSIEVE_ROLES,
    queryMemoryBytes: it.ADSIEVE_QUERY_MEMORY_MB * 1_000_000,
    uploads: { file: it.ADSIEVE_UPLOAD_MB * 1_000_000, package: it.ADSIEVE_UPLOADS_PER_PACKAGE_MB * 1_000_000 },
    trustProxy: it.ADSIEVE_TRUST_PROXY === 'true',
    databaseUrl: it.DATABASE_URL,
    clickhouseUrl: it.CLICKHOUSE_URL,
    clickhouseCluster: it.CLICKHOUSE_CLUSTER,
    clickhouseUserFiles: it.CLICKHOUSE_USER_FILES,
    bucket: bucketOf(it),
    publicUrl: it.ADSIEVE_URL?.replace(/\/+$/, ''),
    smtp:
      it.ADSIEVE_SMTP_URL && it.ADSIEVE_MAIL_FROM
        ? { url: it.ADSIEVE_SMTP_URL, from: it.ADSIEVE_MAIL_FROM }
        : undefined,
    turnstile:
      it.TURNSTILE_SITE_KEY && it.TURNSTILE_SECRET
        ? { siteKey: it.TURNSTILE_SITE_KEY, secret: it.TURNSTILE_SECRET }
        : undefined,
    outsideEmbed:
      it.ADSIEVE_EMBED_URL && it.ADSIEVE_EMBED_SECRET
        ? { url: it.ADSIEVE_EMBED_URL, secret: it.ADSIEVE_EMBED_SECRET }
        : undefined,
    embedOrigins: it.ADSIEVE_EMBED_ORIGINS,
    bankService:
      it.BANK_CHECK_URL && it.BANK_CHECK_KEY ? { url: it.BANK_CHECK_URL, key: it.BANK_CHECK_KEY } : undefined,
    clicksUrl: it.ADSIEVE_CLICKS_URL,
    youtubeKey: it.YOUTUBE_API_KEY,
    dataforseo: dataforseoOf(it),
    rekognition: rekognitionOf(it),
    plans: it.ADSIEVE_PLANS,
    hygieneAuthorization: it.ADSIEVE_HYGIENE_AUTHORIZATION,
    mode: it.NODE_ENV,
    logLevel: it.LOG_LEVEL,
  };
}

function dataforseoOf(it: z.output<typeof environment>): Config['dataforseo'] {
  const { DATAFORSEO_LOGIN: login, DATAFORSEO_PASSWORD: password, DATAFORSEO_CALLS_PER_DAY: callsPerDay } = it;
  return login && password ? { login, password, callsPerDay } : undefined;
}

function rekognitionOf(it: z.output<typeof environment>): Config['rekognition'] {
  const { REKOGNITION_REGION: region, REKOGNITION_ACCESS_KEY_ID: accessKeyId } = it;
  const secretAccessKey = it.REKOGNITION_SECRET_ACCESS_KEY;
  return region && accessKeyId && secretAccessKey ? { region, accessKeyId, secretAccessKey } : undefined;
}

function bucketOf(it: z.output<typeof environment>): S3Place | undefined {
  if (!it.S3_BUCKET || !it.S3_ACCESS_KEY_ID || !it.S3_SECRET_ACCESS_KEY) return undefined;
  const prefix = it.S3_PREFIX?.replace(/^\/+|\/+$/g, '') ?? '';
  return {
    bucket: it.S3_BUCKET,
    prefix: prefix === '' ? '' : `${prefix}/`,
    endpoint: it.S3_ENDPOINT ?? `https://s3.${it.S3_REGION}.amazonaws.com`,
    region: it.S3_REGION,
    accessKeyId: it.S3_ACCESS_KEY_ID,
    secretAccessKey: it.S3_SECRET_ACCESS_KEY,
    pathStyle: it.S3_PATH_STYLE === 'true',
  };
}

function tableOf(
  issues: readonly { path: PropertyKey[]; message: string }[],
  env: Readonly<Record<string, unknown>>,
): string {
  const rows = issues.map(({ path, message }) => {
    const name = String(path[0] ?? '');
    // Values of secrets and of URLs with passwords stay out of the terminal.
    const value = /SECRET|URL|KEY|ENDPOINT|AUTHORIZATION|LOGIN|PASSWORD/.test(name)
      ? '(hidden)'
      : JSON.stringify(env[name] ?? '(not set)');
    return [name, value, message] as const;
  });
  const width = (column: 0 | 1) => Math.max(...rows.map((row) => row[column].length));
  const lines = rows.map(
    ([name, value, message]) => `  ${name.padEnd(width(0))}  ${value.padEnd(width(1))}  ${message}`,
  );
  return ['Adsieve cannot start with these settings:', ...lines].join('\n');
}

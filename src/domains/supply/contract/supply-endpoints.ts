import { z } from 'zod';
import { isoDate } from '#platform/contract/date-range.ts';
import { endpoint } from '#platform/contract/endpoint.ts';
import { envelope, fileBody, pagedEnvelope } from '#platform/contract/envelopes.ts';
import { pageQuery } from '#platform/contract/paging.ts';
import { searchText } from '#platform/contract/search-text.ts';
import {
  FILE_STATES,
  ORIGINS,
  SAYS,
  STANDINGS,
  SUPPLY_KINDS,
  supplyFault,
  supplyRecord,
  supplyVariable,
} from './supply-file.ts';

const packageName = z.string().min(1).max(200);
const count = z.number().int();
const id = z.strictObject({ id: z.coerce.number().int().min(1).max(2_147_483_647) });

export const fileView = z.object({
  id: count,
  kind: z.enum(SUPPLY_KINDS),
  domain: z.string(),
  apps: z.array(z.string()),
  watched: z.boolean(),
  state: z.enum(FILE_STATES),
  problem: z.string(),
  records: count,
  faults: count,
  /** Of the newest version; null before the first. */
  says: z.enum(SAYS).nullable(),
  origin: z.enum(ORIGINS).nullable(),
  valid_from: z.string().nullable(),
  valid_until: z.string().nullable(),
  checked_at: z.string().nullable(),
  changed_at: z.string().nullable(),
  created_by: z.string(),
});
export type FileRow = z.infer<typeof fileView>;

const versionView = z.object({
  id: count,
  origin: z.enum(ORIGINS),
  read_at: z.string(),
  valid_from: z.string(),
  records: count,
  added: z.array(supplyRecord),
  removed: z.array(supplyRecord),
  /** Of long lists only the first are told. */
  added_count: count,
  removed_count: count,
});
export type VersionRow = z.infer<typeof versionView>;

export const standingView = z.object({
  id: z.string(),
  /** Site or app the ads were sold for. */
  site: z.string(),
  system: z.string(),
  account: z.string(),
  standing: z.enum(STANDINGS),
  events: count,
  publishers: z.array(z.string()),
  first: z.string().nullable(),
  last: z.string().nullable(),
});
export type StandingRow = z.infer<typeof standingView>;

export const newFile = z.strictObject({
  package_name: packageName,
  kind: z.enum(SUPPLY_KINDS),
  domain: z.string().trim().min(1, 'Please give a domain').max(253),
  apps: z.array(z.string().trim().min(1).max(200)).max(200).default([]),
  watched: z.boolean().default(true),
});

const FILES = '/api/brand/supply/files';
const READ = { access: 'rules.read', pages: ['supply-files'] } as const;
const WRITE = { access: 'rules.write', pages: ['supply-files'] } as const;

export const fileEndpoints = {
  list: endpoint({
    method: 'GET',
    path: FILES,
    summary: 'Kept ads.txt, app-ads.txt and sellers.json files with their state',
    ...READ,
    query: z.strictObject({
      package_name: packageName,
      kind: z.enum(SUPPLY_KINDS).optional(),
      search: searchText.optional(),
      ...pageQuery,
    }),
    response: pagedEnvelope(fileView),
  }),
  add: endpoint({
    method: 'POST',
    path: FILES,
    summary: 'Keep a file of a site, an app or an exchange; one that is watched is fetched at once and by the day',
    ...WRITE,
    form: { exempt: ['package_name', 'domain', 'apps'] },
    body: newFile,
    response: envelope(z.object({ id: count })),
  }),
  check: endpoint({
    method: 'POST',
    path: `${FILES}/check`,
    summary: 'Fetch all watched files of a package now; it is done in the background',
    ...WRITE,
    form: { exempt: ['package_name'] },
    body: z.strictObject({ package_name: packageName }),
    response: envelope(z.object({ files: count })),
  }),
  upload: endpoint({
    method: 'PUT',
    path: `${FILES}/:id/file`,
    summary:
      'Give a version of a file, of at most 16 MB; with a day it holds since then, else since now. One that names nobody is taken only with `nobody=true`: no one may sell',
    ...WRITE,
    params: id,
    query: z.strictObject({ valid_from: isoDate.optional(), nobody: z.enum(['true', 'false']).default('false') }),
    upload: true,
    response: envelope(z.object({ records: count, faults: count, says: z.enum(SAYS), changed: z.boolean() })),
  }),
  one: endpoint({
    method: 'GET',
    path: `${FILES}/:id`,
    summary: 'A file with its variables, faults and last versions: what each added and removed',
    ...READ,
    params: id,
    response: envelope(
      z.object({
        file: fileView,
        variables: z.array(supplyVariable),
        faults: z.array(supplyFault),
        versions: z.array(versionView),
      }),
    ),
  }),
  records: endpoint({
    method: 'GET',
    path: `${FILES}/:id/records`,
    summary: 'Records of the newest version of a file',
    ...READ,
    params: id,
    query: z.strictObject({ search: searchText.optional(), ...pageQuery }),
    response: pagedEnvelope(supplyRecord),
  }),
  download: endpoint({
    method: 'GET',
    path: `${FILES}/:id/download`,
    summary: 'The same records as CSV or XLSX',
    ...READ,
    params: id,
    query: z.strictObject({ format: z.enum(['csv', 'xlsx']).default('csv') }),
    response: fileBody,
    answer: 'file',
  }),
  remove: endpoint({
    method: 'DELETE',
    path: `${FILES}/:id`,
    summary: 'Keep a file no longer; what it said of events is taken back',
    ...WRITE,
    params: id,
    response: envelope(z.object({ id: count })),
  }),
};

const COMPARED = { access: 'rules.read', pages: ['supply-comparison'] } as const;
const asked = {
  package_name: packageName,
  start_date: isoDate.optional(),
  end_date: isoDate.optional(),
  standing: z.enum(STANDINGS).optional(),
  search: searchText.optional(),
};

export const standingEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/brand/supply/comparison',
    summary:
      'Sellers seen in traffic against what sites and exchanges say of them, and sellers that were named and not seen',
    ...COMPARED,
    query: z.strictObject({ ...asked, ...pageQuery }),
    response: pagedEnvelope(standingView),
  }),
  download: endpoint({
    method: 'GET',
    path: '/api/brand/supply/comparison/download',
    summary: 'The same as CSV or XLSX',
    ...COMPARED,
    query: z.strictObject({ ...asked, format: z.enum(['csv', 'xlsx']).default('csv') }),
    response: fileBody,
    answer: 'file',
  }),
};

import { z } from 'zod';
import { isoDate } from '#platform/contract/date-range.ts';
import { endpoint } from '#platform/contract/endpoint.ts';
import { envelope, fileBody, pagedEnvelope } from '#platform/contract/envelopes.ts';
import { pageQuery } from '#platform/contract/paging.ts';
import { searchText } from '#platform/contract/search-text.ts';

export const auditRow = z.object({
  id: z.number().int(),
  at: z.string(),
  action: z.string(),
  /** Who, what and where in words; `erased` says that the words were erased and only the hash is left. */
  actor: z.string(),
  role: z.string(),
  subject: z.string(),
  package: z.string(),
  details: z.unknown(),
  erased: z.boolean(),
  hash: z.string(),
});
export type AuditRow = z.infer<typeof auditRow>;

const actionName = z.string().min(1).max(64);

const filters = {
  /** In who, what, package and details. */
  search: searchText.optional(),
  /** Names of `actions`; any other is malformed. */
  action: z.union([actionName, z.array(actionName).max(200)]).optional(),
  actor: z.string().max(200).optional(),
  package_name: z.string().max(200).optional(),
  /** Days in UTC, both included. */
  fromDate: isoDate.optional(),
  toDate: isoDate.optional(),
};

export const auditLog = {
  list: endpoint({
    method: 'GET',
    path: '/api/audit',
    summary: 'The audit log, newest first',
    access: 'server.read',
    query: z.strictObject({ ...filters, ...pageQuery }),
    response: pagedEnvelope(auditRow),
  }),
  download: endpoint({
    method: 'GET',
    path: '/api/audit/download',
    summary: 'The audit log as CSV, by the same filters',
    access: 'server.read',
    query: z.strictObject(filters),
    response: fileBody,
    answer: 'file',
  }),
  actions: endpoint({
    method: 'GET',
    path: '/api/audit/actions',
    summary: 'Everything that is written to the audit log, by name',
    access: 'server.read',
    response: envelope(z.array(z.string())),
  }),
  check: endpoint({
    method: 'GET',
    path: '/api/audit/check',
    summary: 'Whether every entry is what was written and follows the one before',
    access: 'server.read',
    response: envelope(
      z.object({
        entries: z.number().int(),
        /** Numbers of entries that were changed, or before which one is missing; the first hundred. */
        breaks: z.array(z.number().int()),
        last_hash: z.string(),
      }),
    ),
  }),
};

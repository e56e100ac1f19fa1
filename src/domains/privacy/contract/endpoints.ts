import { z } from 'zod';
import { endpoint } from '#platform/contract/endpoint.ts';
import { envelope, pagedEnvelope } from '#platform/contract/envelopes.ts';
import { parseAddress } from '#platform/contract/ip-network.ts';
import { pageQuery } from '#platform/contract/paging.ts';

const MAX_DAYS = 3650;
const packageName = z.string().min(1).max(200);

/** Days; null keeps for good, or never truncates. */
export const privacySettings = z.strictObject({
  retention_days: z.number().int().min(1).max(MAX_DAYS).nullable(),
  /** 0: as soon as an import has counted what it needs the whole address for. */
  truncate_after_days: z.number().int().min(0).max(MAX_DAYS).nullable(),
});

export const packagePrivacy = privacySettings.extend({
  id: z.number().int(),
  package_name: z.string(),
  package_title: z.string(),
});
export type PackagePrivacy = z.infer<typeof packagePrivacy>;

const effect = z.object({
  /** Events that would go with the next nightly run, and the times of the first and last. */
  events: z.number().int(),
  oldest: z.string().nullable(),
  newest: z.string().nullable(),
  /** Events whose address would lose its last part. */
  addresses: z.number().int(),
  /** Marks of people on those events. */
  decisions: z.number().int(),
});
export type PrivacyEffect = z.infer<typeof effect>;

const idParams = z.strictObject({ id: z.coerce.number().int().min(1).max(2_147_483_647) });
const optionalDays = (least: number) => z.coerce.number().int().min(least).max(MAX_DAYS).optional();

/** By which a person is found; at least one. */
export const person = z
  .strictObject({
    email: z.email('Invalid email').max(200).optional(),
    user_id: z.string().trim().min(3).max(200).optional(),
    device_id: z.string().trim().min(6).max(200).optional(),
    ip: z
      .string()
      .trim()
      .max(45)
      .refine((text) => parseAddress(text) !== null, 'An IPv4 or IPv6 address')
      .optional(),
    /** One package's traffic only; the account stays. */
    package_name: packageName.optional(),
  })
  .refine(({ email, user_id, device_id, ip }) => [email, user_id, device_id, ip].some((id) => id !== undefined), {
    message: 'Name at least one',
    path: ['email'],
  });
export type PersonToErase = z.infer<typeof person>;

const byPackage = z.array(z.object({ package: z.string(), events: z.number().int() }));

/** Events by package, and beside them everything else that is kept about the person: accounts, mails, white_list … */
const found = z.object({ events: byPackage }).catchall(z.number().int().or(byPackage));
export type ErasurePreview = z.infer<typeof found>;

export const erasureRow = z.object({
  id: z.number().int(),
  kind: z.enum(['package', 'person']),
  state: z.enum(['queued', 'running', 'done', 'failed']),
  /** What is being erased; nothing but a hash once it is done. */
  target: z.string(),
  step: z.string(),
  erased: z.record(z.string(), z.number()),
  error: z.string().nullable(),
  author: z.string(),
  created_at: z.string(),
  finished_at: z.string().nullable(),
});
export type ErasureView = z.infer<typeof erasureRow>;

export const privacy = {
  list: endpoint({
    method: 'GET',
    path: '/api/privacy/package',
    summary: 'How long each package keeps events and whole addresses',
    access: 'server.read',
    response: envelope(z.array(packagePrivacy)),
  }),
  preview: endpoint({
    method: 'GET',
    path: '/api/privacy/package/:id/preview',
    summary: 'What settings would remove with the next nightly run, before they are saved',
    access: 'server.read',
    params: idParams,
    query: z.strictObject({ retention_days: optionalDays(1), truncate_after_days: optionalDays(0) }),
    response: envelope(effect),
  }),
  save: endpoint({
    method: 'PUT',
    path: '/api/privacy/package/:id',
    summary: 'Save retention and address truncation of a package; applied every night',
    access: 'server.write',
    params: idParams,
    body: privacySettings,
    response: envelope(packagePrivacy),
  }),
  run: endpoint({
    method: 'POST',
    path: '/api/privacy/run',
    summary: 'Apply retention and truncation of all packages now instead of tonight',
    access: 'server.write',
    response: envelope(z.null()),
  }),
  previewPerson: endpoint({
    method: 'POST',
    path: '/api/privacy/person/preview',
    summary: 'What is stored about a person',
    access: 'server.write',
    body: person,
    response: envelope(found),
  }),
  erasePerson: endpoint({
    method: 'POST',
    path: '/api/privacy/person/erase',
    summary: 'Erase a person from traffic and records, as a job; the audit log keeps hashes',
    access: 'server.write',
    body: person,
    response: envelope(erasureRow),
  }),
  erasures: endpoint({
    method: 'GET',
    path: '/api/privacy/erasure',
    summary: 'Erasures asked for, newest first',
    access: 'server.read',
    query: z.strictObject(pageQuery),
    response: pagedEnvelope(erasureRow),
  }),
};

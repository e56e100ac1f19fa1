import { z } from 'zod';
import { endpoint } from '#platform/contract/endpoint.ts';
import { envelope, fileBody, pagedEnvelope } from '#platform/contract/envelopes.ts';
import { pageQuery } from '#platform/contract/paging.ts';
import { EVENT_KINDS } from '#traffic/event/contract/event.ts';
import { VERDICT_FILES } from '#traffic/event/contract/own-ids.ts';
import { importMapping, REQUEST_CLASSES } from './import-mapping.ts';
import { MESSAGE_CODES } from './import-messages.ts';

/**
 * `scanning` reads and stages, `judging` adds facts and verdicts, `waiting` asks a person which days to replace,
 * `committing` makes the rows visible, all or none; `sweeping` judges them, visible already, by what their sources did.
 */
export const IMPORT_STATES = [
  'queued',
  'scanning',
  'judging',
  'waiting',
  'committing',
  'sweeping',
  'done',
  'failed',
  'cancelled',
  'undoing',
  'undone',
] as const;
export type ImportState = (typeof IMPORT_STATES)[number];

const packageName = z.string().min(1).max(200);
const fileName = z.string().min(1).max(255);
const importParams = z.object({ id: z.coerce.number().int().min(1).max(4_294_967_295) });

/** A stored file, its key made by the upload. */
export const fileId = z.string().regex(/^[0-9a-f-]{36}$/);

export const blindDetector = z.object({
  rule: z.string(),
  title: z.string(),
  /** Facts that cannot be derived, with the columns that would give them. */
  missing: z.array(z.object({ fact: z.string(), columns: z.array(z.string()) })),
});
export type BlindDetector = z.infer<typeof blindDetector>;

/**
 * A day of the file, in the package's reporting zone: its events in the file, and those stored that it would replace.
 */
export const replaceDay = z.object({
  day: z.string().regex(/^\d{4}-\d\d-\d\d$/),
  fresh: z.number().int(),
  stored: z.number().int(),
});
export type ReplaceDay = z.infer<typeof replaceDay>;

const messageCode = z.enum(MESSAGE_CODES);

/** Something told to a person: English, and what other languages are made of. */
const importTold = z.object({ code: messageCode, values: z.record(z.string(), z.string()), text: z.string() });

/** Requests of one class that were no visits; the first of them as an example. */
const leftOut = z.object({ what: z.enum(REQUEST_CLASSES), records: z.number().int(), example: z.string() });
export type LeftOut = z.infer<typeof leftOut>;

export const importView = z.object({
  id: z.number().int(),
  package_name: z.string(),
  file_name: z.string(),
  file_bytes: z.number(),
  format: z.string(),
  report: z.string(),
  state: z.enum(IMPORT_STATES),
  /** 0 to 1 over all phases. */
  progress: z.number(),
  rows_per_second: z.number(),
  seconds_left: z.number().nullable(),
  /**
   * accepted + rejected + left out = records of the file; duplicates are accepted records an earlier import had stored
   * already.
   */
  records: z.number().int(),
  accepted: z.number().int(),
  rejected: z.number().int(),
  /** Requests of a log that a person chose not to take, by class. */
  left_out: z.array(leftOut),
  duplicates: z.number().int(),
  /** Days to choose from while `waiting`; null where nothing is to be replaced. */
  replace_plan: z.array(replaceDay).nullable(),
  /** Days a person chose. */
  replace_days: z.array(z.string()).nullable(),
  /** Events it took the place of. */
  replaced: z.number().int(),
  from: z.string().nullable(),
  to: z.string().nullable(),
  blind: z.array(blindDetector),
  error: z.string().nullable(),
  /** What the error is made of; null for one that has no code. */
  error_told: importTold.nullable(),
  created_at: z.string(),
  finished_at: z.string().nullable(),
});
export type ImportView = z.infer<typeof importView>;

/** Clean, suspect and fraud add up to the total; known bots lie beside it. */
export const importOutcome = z.object({
  clean: z.number().int(),
  suspect: z.number().int(),
  fraud: z.number().int(),
  filtered: z.number().int(),
  /** Of most of the fraud; null where there is none. */
  reason: z.object({ code: z.string(), events: z.number().int() }).nullable(),
  /** What came, most first: the boards where it is looked at. */
  kinds: z.array(z.object({ kind: z.enum(EVENT_KINDS), events: z.number().int() })),
});
export type ImportOutcome = z.infer<typeof importOutcome>;

const column = z.object({ key: z.string(), name: z.string(), example: z.string() });

export const importPreview = z.object({
  mapping: importMapping,
  /** Was the mapping saved by a person for this header, or guessed? */
  saved: z.boolean(),
  fingerprint: z.string(),
  columns: z.array(column),
  /** The first 20 records as they would be stored; `fault` says why one would be rejected. */
  rows: z.array(
    z.object({
      line: z.number().int(),
      fault: z.object({ field: z.string(), value: z.string(), code: messageCode, text: z.string() }).nullable(),
      values: z.record(z.string(), z.string()),
    }),
  ),
  /** Of a log: the first records by what they were requested for, and of how many. */
  requests: z.object({ records: z.number().int(), classes: z.array(leftOut) }).nullable(),
  /** What keeps every one of the first records from being stored, and what to do next. Then there are no warnings. */
  problem: z
    .object({
      step: z.enum(['form', 'no_time', 'time', 'kind', 'column', 'requests']),
      /** The stored column at fault; empty where it is the record or the file. */
      field: z.string(),
      told: importTold,
      records: z.number().int(),
    })
    .nullable(),
  warnings: z.array(importTold),
  blind: z.array(blindDetector),
});
export type ImportPreview = z.infer<typeof importPreview>;

/** What a rule says of most of the first records. */
const previewFinding = z.object({
  /** `filtered`: known bots, which lie beside the total. `duplicates` are fraud, once they lie beside all others. */
  what: z.enum(['fraud', 'filtered', 'duplicates']),
  rule: z.string(),
  title: z.string(),
  events: z.number().int(),
  /** Columns of the file the rule looks at; one of them is probably another than it is taken for. */
  columns: z.array(z.string()),
});
export type PreviewFinding = z.infer<typeof previewFinding>;

const previewVerdicts = z.object({
  /** Records looked at; 0 where they are too few to say anything. */
  events: z.number().int(),
  findings: z.array(previewFinding),
});
export type PreviewVerdicts = z.infer<typeof previewVerdicts>;

export const imports = {
  preview: endpoint({
    method: 'POST',
    path: '/api/import/preview',
    summary: 'Guess how a stored file is to be read and show its first 20 records as they would be stored',
    access: 'import.write',
    pages: ['import'],
    body: z.strictObject({ package_name: packageName, file_id: fileId, mapping: importMapping.optional() }),
    response: envelope(importPreview),
  }),
  previewHead: endpoint({
    method: 'POST',
    path: '/api/import/preview-head',
    summary: 'The same for the first bytes (up to 1 MiB) of a text file that is not uploaded yet',
    access: 'import.write',
    pages: ['import'],
    query: z.object({ package_name: packageName, file_name: fileName }),
    upload: true,
    response: envelope(importPreview),
  }),
  previewVerdicts: endpoint({
    method: 'POST',
    path: '/api/import/preview-verdicts',
    summary:
      'Which rules would call most of the first records of a stored file fraud or duplicates, read by this mapping',
    access: 'import.write',
    pages: ['import'],
    body: z.strictObject({ package_name: packageName, file_id: fileId, mapping: importMapping }),
    response: envelope(previewVerdicts),
  }),
  upload: endpoint({
    method: 'PUT',
    path: '/api/import/upload',
    summary: 'Store a file to import; the body is the file itself',
    access: 'import.write',
    pages: ['import'],
    query: z.object({ package_name: packageName, file_name: fileName }),
    upload: true,
    response: envelope(z.object({ file_id: fileId, bytes: z.number() })),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/import',
    summary:
      'Import a stored file; without a mapping the saved or guessed one is used. With `replace_days` the import stops before anything is visible and waits until the days to replace are confirmed',
    access: 'import.write',
    pages: ['import'],
    body: z.strictObject({
      package_name: packageName,
      file_id: fileId,
      mapping: importMapping.optional(),
      replace_days: z.boolean().optional(),
    }),
    response: envelope(z.object({ id: z.number().int() })),
  }),
  list: endpoint({
    method: 'GET',
    path: '/api/import',
    summary: 'Imports of a package, newest first',
    access: 'import.read',
    pages: ['import'],
    query: z.object({ package_name: packageName, ...pageQuery }),
    response: pagedEnvelope(importView),
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/import/:id',
    summary: 'State and progress of one import',
    access: 'import.read',
    pages: ['import'],
    params: importParams,
    response: envelope(importView),
  }),
  rejects: endpoint({
    method: 'GET',
    path: '/api/import/:id/rejects',
    summary: 'Rejected records as CSV: record, line, column, reason, excerpt',
    access: 'import.read',
    pages: ['import'],
    params: importParams,
    response: fileBody,
    answer: 'file',
  }),
  verdicts: endpoint({
    method: 'GET',
    path: '/api/import/:id/verdicts',
    summary:
      "Verdicts of a file as CSV, to be joined to it: by event with the tracker's own ids, file and record, or by source",
    access: 'import.read',
    pages: ['import'],
    params: importParams,
    query: z.object({ by: z.enum(VERDICT_FILES).default('event') }),
    response: fileBody,
    answer: 'file',
  }),
  reasons: endpoint({
    method: 'GET',
    path: '/api/import/:id/reasons',
    summary: 'How many records were rejected for which reason',
    access: 'import.read',
    pages: ['import'],
    params: importParams,
    response: envelope(
      z.array(
        z.object({ column: z.string(), reason: z.string(), told: importTold.nullable(), records: z.number().int() }),
      ),
    ),
  }),
  outcome: endpoint({
    method: 'GET',
    path: '/api/import/:id/outcome',
    summary: 'How the events of an import were judged, the reason of most of its fraud, and which kinds came',
    access: 'import.read',
    pages: ['import'],
    params: importParams,
    response: envelope(importOutcome),
  }),
  undo: endpoint({
    method: 'POST',
    path: '/api/import/:id/undo',
    summary: 'Remove the rows of an import that no other import brought too',
    access: 'import.write',
    pages: ['import'],
    params: importParams,
    response: envelope(z.object({ id: z.number().int() })),
  }),
  replace: endpoint({
    method: 'POST',
    path: '/api/import/:id/replace',
    summary: 'Go on with a waiting import and replace the stored events of these days; none replaces nothing',
    access: 'import.write',
    pages: ['import'],
    params: importParams,
    body: z.strictObject({ days: z.array(replaceDay.shape.day).max(4000) }),
    response: envelope(z.object({ id: z.number().int() })),
  }),
  cancel: endpoint({
    method: 'POST',
    path: '/api/import/:id/cancel',
    summary: 'Stop an import that has not been committed; nothing of it stays',
    access: 'import.write',
    pages: ['import'],
    params: importParams,
    response: envelope(z.object({ id: z.number().int() })),
  }),
  savedMapping: endpoint({
    method: 'GET',
    path: '/api/import/mapping',
    summary: 'The mapping saved for a header',
    access: 'import.read',
    pages: ['import'],
    query: z.object({ package_name: packageName, fingerprint: z.string().max(64) }),
    response: envelope(importMapping.nullable()),
  }),
  saveMapping: endpoint({
    method: 'PUT',
    path: '/api/import/mapping',
    summary: 'Remember a mapping for files with this header',
    access: 'import.write',
    pages: ['import'],
    body: z.strictObject({ package_name: packageName, fingerprint: z.string().max(64), mapping: importMapping }),
    response: envelope(z.null()),
  }),
} as const;

import { z } from 'zod';
import { csvRows } from '#platform/server/csv-rows.ts';
import { countryOf, languageOf } from './places.ts';
import { refuse } from './refuse.ts';

/** Rows of one file. */
const MOST_VIDEOS = 250_000;

const clean = (most: number) =>
  z.coerce
    .string()
    .max(most)
    .transform((text) => text.replaceAll('\u0000', '').trim());
const list = z.union([z.array(z.string()), z.string().transform((text) => text.split(/[|,]/))]);
const names = list.transform((all) => all.map((each) => each.trim()).filter((each) => each !== ''));
const count = z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER);
const yes = z.union([
  z.boolean(),
  z.enum(['true', 'false', '1', '0', 'yes', 'no', '']).transform((text) => /^(true|1|yes)$/.test(text)),
]);

const video = z.object({
  url: z
    .string()
    .trim()
    .max(2000)
    .refine(
      (text) => /^https?:\/\/[^\s]+$/i.test(text) && URL.canParse(text),
      'An address that begins with http:// or https://',
    ),
  title: clean(500).pipe(z.string().min(1, 'A title')),
  language: z.string().transform((text, context) => {
    const known = languageOf(text.trim());
    if (known === undefined) context.addIssue({ code: 'custom', message: 'A language by its two letters (ISO 639-1)' });
    return known ?? '';
  }),
  countries: names.default([]).transform((all, context) =>
    all.map((each) => {
      const known = countryOf(each);
      if (known === undefined) context.addIssue({ code: 'custom', message: `No country: ${each.slice(0, 20)}` });
      return known ?? '';
    }),
  ),
  description: clean(20_000).default(''),
  tags: names.default([]).transform((all) => all.join('\n').slice(0, 5000)),
  transcript: clean(200_000).default(''),
  channel_id: clean(200).default(''),
  channel_name: clean(300).default(''),
  category: clean(100).default(''),
  views: count.default(0),
  length_seconds: count.max(2_147_483_647).default(0),
  upload_date: z
    .string()
    .regex(/^(\d{4}-\d{2}-\d{2}.*)?$/, 'A day as YYYY-MM-DD')
    .transform((text) => text.slice(0, 10))
    .refine((day) => day === '' || !Number.isNaN(Date.parse(`${day}T00:00:00Z`)), 'A day there is')
    .default(''),
  made_for_kids: yes.default(false),
  age_restricted: yes.default(false),
});
export type ReadVideo = z.output<typeof video>;

export interface Fault {
  /** Of the file; of a list in JSON, its place from 1. */
  line: number;
  field: string;
  message: string;
}

/** Videos of a file with what is wrong in the others. Refuses a file that is neither form. */
export function readVideos(text: string): { videos: ReadVideo[]; faults: Fault[]; rows: number } {
  const rows = /^\s*[[{]/.test(text.replace(/^\uFEFF/, '')) ? jsonRows(text) : tableRows(text);
  if (rows.length === 0) throw refuse('catalogue_empty', {}, { field: 'file' });
  if (rows.length > MOST_VIDEOS) throw refuse('catalogue_long', { most: MOST_VIDEOS }, { as: 'too_large' });
  const faults: Fault[] = [];
  // The last row of an address counts.
  const videos = new Map<string, ReadVideo>();
  for (const { line, value } of rows) {
    const read = video.safeParse(value);
    if (read.success) videos.set(read.data.url, read.data);
    else
      for (const { path, message } of read.error.issues.slice(0, 3))
        faults.push({ line, field: String(path[0] ?? ''), message });
  }
  return { videos: [...videos.values()], faults, rows: rows.length };
}

interface Given {
  line: number;
  value: unknown;
}

function jsonRows(text: string): Given[] {
  try {
    const parsed: unknown = JSON.parse(text.replace(/^\uFEFF/, ''));
    const list: unknown = Array.isArray(parsed) ? parsed : Object.values(Object(parsed)).find(Array.isArray);
    if (Array.isArray(list)) return list.map((value, at) => ({ line: at + 1, value }));
  } catch {
    // Told below.
  }
  throw refuse('catalogue_form', {}, { field: 'file' });
}

/** Cells that are empty say nothing; a head names the columns. */
function tableRows(text: string): Given[] {
  const [head = { cells: [] }, ...rows] = csvRows(text);
  const columns = head.cells.map((name) => name.trim().toLowerCase());
  if (!columns.includes('url') || !columns.includes('title')) throw refuse('catalogue_form', {}, { field: 'file' });
  return rows.map(({ cells, line }) => ({
    line,
    value: Object.fromEntries(
      columns.map((name, at): [string, string] => [name, cells[at] ?? '']).filter(([, cell]) => cell !== ''),
    ),
  }));
}

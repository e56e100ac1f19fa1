import { z } from 'zod';
import { endpoint } from '#platform/contract/endpoint.ts';
import { envelope, fileBody, pagedEnvelope } from '#platform/contract/envelopes.ts';
import { LOCALE_CODES } from '#platform/contract/locales.ts';
import { pageQuery } from '#platform/contract/paging.ts';
import { safeText } from '#platform/contract/safe-text.ts';
import { searchText } from '#platform/contract/search-text.ts';
import { MARK_KINDS, rule } from './policy.ts';
import { analysisAnswer } from './result.ts';
import { CATEGORIES, KINDS, STATES, VERDICTS } from './terms.ts';

const packageName = z.string().min(1).max(200);
const id = z.coerce.number().int().min(1).max(2_147_483_647);
const params = z.strictObject({ id });
const gone = envelope(z.object({ id: z.number().int() }));
const day = z.iso.date();
const read = 'tracking.read';
const write = 'tracking.write';

export const resultView = z.object({
  id: z.number().int(),
  name: z.string(),
  kind: z.enum(KINDS),
  state: z.enum(STATES),
  verdict: z.enum(VERDICTS).nullable(),
  status_code: z.number().int().nullable(),
  created_by: z.string(),
  created_at: z.string(),
});
export type ResultView = z.infer<typeof resultView>;

export const resultEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/brand_hygiene/result',
    summary: 'What was analysed for a package, newest first',
    access: read,
    query: z.strictObject({
      package_name: packageName,
      search: searchText.optional(),
      kind: z.enum(KINDS).optional(),
      state: z.enum(STATES).optional(),
      /** To choose one to compare that one with: it is left out, and those of its name stand first. */
      beside: id.optional(),
      ...pageQuery,
    }),
    response: pagedEnvelope(resultView),
  }),
  one: endpoint({
    method: 'GET',
    path: '/api/brand_hygiene/result/:id',
    summary: 'What was found in one file, with a small picture of it (a data address, without the notes of a camera)',
    access: read,
    params,
    response: envelope(resultView.extend({ answer: analysisAnswer.nullable(), preview: z.string() })),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/brand_hygiene/result/:id',
    summary: 'Forget what was found in a file',
    access: write,
    params,
    response: gone,
  }),
  file: endpoint({
    method: 'GET',
    path: '/api/brand_hygiene/result/:id/:format',
    summary: 'What was found in one file, as PDF in a language of the product, or as CSV',
    access: read,
    answer: 'file',
    params: params.extend({ format: z.enum(['csv', 'pdf']) }),
    query: z.strictObject({ language: z.enum(LOCALE_CODES).optional() }),
    response: fileBody,
  }),
};

const text = safeText(120);
export const configurationView = z.object({
  package_name: z.string(),
  brand: z.string(),
  channels: z.array(z.string()),
  rules: z.array(rule),
  own_words: z.array(z.string()),
  gallery: z.boolean(),
  demographics: z.boolean(),
  updated_at: z.string().nullable(),
  marks: z.array(z.object({ id: z.number().int(), kind: z.enum(MARK_KINDS), name: z.string(), picture: z.string() })),
  talent: z.array(
    z.object({ id: z.number().int(), name: z.string(), consent_on: z.string(), pictures: z.number().int() }),
  ),
  capabilities: z.array(z.object({ feature: z.string(), available: z.boolean(), needs: z.string() })),
});
export type ConfigurationView = z.infer<typeof configurationView>;

/** What stands beside the picture of a person. */
export const talentFields = z.object({
  name: text.min(2),
  email: z.string().max(200).default(''),
  consent_on: day,
  consent_note: text.min(2),
});

export const configurationEndpoints = {
  read: endpoint({
    method: 'GET',
    path: '/api/adao/configuration',
    summary: 'What a package wants of its creatives: policy, marks, gallery, and what this installation can look for',
    access: read,
    query: z.strictObject({ package_name: packageName }),
    response: envelope(configurationView),
  }),
  save: endpoint({
    method: 'PUT',
    path: '/api/adao/configuration',
    summary: 'Set the policy of a package',
    access: write,
    form: { exempt: ['package_name', 'category'] },
    body: z.strictObject({
      package_name: packageName,
      brand: text,
      channels: z.array(text.min(1)).max(50),
      rules: z.array(rule).max(CATEGORIES.length * 2),
      own_words: z.array(text.min(1)).max(500),
      gallery: z.boolean(),
      demographics: z.boolean(),
    }),
    response: envelope(configurationView),
  }),
  addMark: endpoint({
    method: 'POST',
    path: '/api/brand_hygiene/mark',
    summary: 'A logo, an approved creative (its picture is the body) or a word to be found',
    access: write,
    upload: true,
    query: z.strictObject({ package_name: packageName, kind: z.enum(MARK_KINDS), name: text.min(1) }),
    body: z.unknown(),
    response: gone,
  }),
  removeMark: endpoint({
    method: 'DELETE',
    path: '/api/brand_hygiene/mark/:id',
    summary: 'Take a mark away',
    access: write,
    params,
    response: gone,
  }),
  addTalent: endpoint({
    method: 'POST',
    path: '/api/brand_hygiene/talent',
    summary:
      'A person who has agreed to be recognised: a form (multipart/form-data) with name, email, consent_on, consent_note and a picture as file, of whose face only numbers are kept',
    access: write,
    upload: true,
    query: z.strictObject({ package_name: packageName }),
    /** Of `talentFields`, and a picture: who it is stands in no address, which logs keep. */
    body: z.unknown(),
    response: gone,
  }),
  removeTalent: endpoint({
    method: 'DELETE',
    path: '/api/brand_hygiene/talent/:id',
    summary: 'Forget a person of the gallery',
    access: write,
    params,
    response: gone,
  }),
};

export const adaoEndpoints = {
  process: endpoint({
    method: 'POST',
    path: '/api/adao/item',
    summary:
      'Put an uploaded creative in the queue; called again, for a day, it says how far it is and shows a small picture of it (films: signed in only)',
    access: 'public',
    body: z.strictObject({ s3_presigned_url: z.string().min(1).max(2_000) }),
    response: z.object({ state: z.enum(STATES), answer: analysisAnswer.nullable(), preview: z.string() }),
  }),
};

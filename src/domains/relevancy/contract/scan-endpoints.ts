import { z } from 'zod';
import { endpoint } from '#platform/contract/endpoint.ts';
import { envelope } from '#platform/contract/envelopes.ts';
import { LOCALE_CODES } from '#platform/contract/locales.ts';
import { MOST_ROWS, scanAnswer, scanRow } from './scan.ts';

/** Which tool asks; there is one. */
const category = z.literal('yt_relevancy').default('yt_relevancy');
/** Whose language the names are in. */
const locale = z.enum(LOCALE_CODES).default('en');

const country = z.object({ location_code: z.number().int(), country_code: z.string(), name: z.string() });
const language = z.object({ language_code: z.string(), name: z.string(), native: z.string() });
export type Country = z.infer<typeof country>;
export type Language = z.infer<typeof language>;

/** For anybody; who is signed in is asked the same and not limited as strangers are. */
export const scanEndpoints = {
  scan: endpoint({
    method: 'POST',
    path: '/api/yt_relevancy/scan',
    summary: 'Videos that fit keywords in a country and a language, twenty a keyword, with what they are good for',
    access: 'public',
    // The scan stands in the tab of keywords of brand hygiene, too.
    pages: ['youtube-relevancy', 'brand-hygiene'],
    query: z.object({
      /** Whose saved lists go before what was found; for who may read those. */
      package_name: z.string().min(1).max(200).optional(),
    }),
    body: z.array(scanRow).min(1).max(MOST_ROWS),
    response: scanAnswer,
    whileViewing: true,
  }),
  countries: endpoint({
    method: 'GET',
    path: '/api/country-codes',
    summary: 'Countries a scan can be about',
    access: 'public',
    query: z.object({ category, locale }),
    response: envelope(z.object({ countries: z.array(country) })),
  }),
  languages: endpoint({
    method: 'GET',
    path: '/api/language-codes',
    summary: 'Languages a scan can be about',
    access: 'public',
    query: z.object({ category, locale }),
    response: envelope(z.object({ languages: z.array(language) })),
  }),
};

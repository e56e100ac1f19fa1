import { z } from 'zod';
import { EVENT_KINDS } from '#traffic/event/contract/event.ts';
import { amounts } from '#traffic/money/contract/money-endpoints.ts';

/**
 * What the page can say, by what it is about, in the order it is read. The words of each are a text of its own with
 * plural forms (`<says>_one` …), its method is `method_<about>`.
 */
export const SAYINGS = {
  data: ['data_until', 'data_ended', 'data_future'],
  missing: ['missing_day', 'missing_days'],
  traffic: ['traffic', 'traffic_first'],
  money: ['money', 'money_first'],
  rising: ['rising'],
  new_sources: ['new_source', 'new_sources'],
  watched: ['watched'],
  sweeps: ['swept'],
  changes: ['changed'],
  imports: ['imported', 'import_failed', 'import_late'],
  rules: ['rules_changed', 'white_listed', 'decided'],
} as const;

export type About = keyof typeof SAYINGS;
export const ABOUTS = Object.keys(SAYINGS) as About[];
export type Saying = { [A in About]: (typeof SAYINGS)[A][number] }[About];
const sayings = Object.values(SAYINGS).flat() as Saying[];

/** A value of a sentence, by how it is written in the reader's language. */
const value = z.discriminatedUnion('as', [
  z.object({ as: z.literal('count'), value: z.number().int() }),
  /** Of a sample, 0 to 1; null under the minimum sample. */
  z.object({ as: z.literal('share'), value: z.number().nullable() }),
  z.object({ as: z.literal('day'), value: z.string() }),
  z.object({ as: z.literal('moment'), value: z.string() }),
  z.object({ as: z.literal('kind'), value: z.enum(EVENT_KINDS) }),
  z.object({ as: z.literal('reason'), value: z.string() }),
  /** `assumed`: some of it comes from prices set here. */
  z.object({ as: z.literal('money'), value: amounts, assumed: z.boolean() }),
  z.object({ as: z.literal('names'), value: z.array(z.string()) }),
]);
export type SentenceValue = z.infer<typeof value>;

/** Small pictures: a line by day, of which the days that are told of begin at `from`; what was before and is now. */
const picture = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('line'), points: z.array(z.number()), from: z.number().int() }),
  z.object({ kind: z.literal('pair'), before: z.number(), now: z.number() }),
]);

export const sentence = z.object({
  about: z.enum(ABOUTS),
  says: z.enum(sayings),
  /** Decides the plural form. */
  count: z.number().int(),
  values: z.record(z.string(), value),
  /** Address inside the product where the number stands. */
  proof: z.string(),
  tone: z.enum(['plain', 'watch', 'bad']),
  picture: picture.nullable(),
});
export type Sentence = z.infer<typeof sentence>;

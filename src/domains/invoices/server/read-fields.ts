import type { z } from 'zod';
import { refuse } from './refuse.ts';

/** A field of a form that the schema does not take: answered as one of a JSON body is. */
class FieldFault extends Error {
  override name = 'FieldFault';
  readonly validationContext = 'body';
  readonly validation: readonly object[];
  constructor({ issues }: z.ZodError) {
    super('A field is not as it should be');
    this.validation = issues.map(({ path, code, message, ...params }) => ({
      keyword: code,
      instancePath: `/${path.join('/')}`,
      message,
      params,
    }));
  }
}

interface Shapes {
  /** May come several times. */
  lists?: readonly string[];
  /** Come as JSON. */
  structures?: readonly string[];
  /** Read elsewhere. */
  files?: readonly string[];
}

/** The texts of a form as the schema takes them. */
export function readFields<S extends z.ZodType>(
  schema: S,
  form: FormData,
  { lists = [], structures = [], files = [] }: Shapes,
): z.output<S> {
  const fields: Record<string, unknown> = {};
  for (const name of new Set(form.keys())) {
    if (files.includes(name)) continue;
    const texts = form.getAll(name).filter((part) => typeof part === 'string');
    const [text] = texts;
    if (text === undefined) throw refuse('field_unreadable', {}, { as: 'malformed', field: name });
    if (lists.includes(name)) fields[name] = texts.filter((each) => each.trim() !== '');
    else fields[name] = structures.includes(name) ? structured(name, text) : text;
  }
  const read = schema.safeParse(fields);
  if (!read.success) throw new FieldFault(read.error);
  return read.data;
}

function structured(name: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw refuse('field_unreadable', {}, { as: 'malformed', field: name });
  }
}

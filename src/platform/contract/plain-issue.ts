import type { Message } from './message.ts';

/** What a validator finds, in words that somebody without its manual understands. */
export const INPUT_FAULTS = {
  input_missing: 'A value is missing here',
  input_text: 'A text is expected here',
  input_number: 'A number is expected here',
  input_whole: 'A whole number is expected here',
  input_yes_no: 'Yes or no (true or false) is expected here',
  input_list: 'A list is expected here',
  input_fields: 'Fields with values are expected here',
  input_choice: 'Possible here: {{choices}}',
  input_short: 'At least {{least}} characters',
  input_long: 'At most {{most}} characters',
  input_few: 'At least {{least}} entries',
  input_many: 'At most {{most}} entries',
  input_many_of: 'At most {{most}} values of {{field}}',
  input_least: 'At least {{least}}',
  input_most: 'At most {{most}}',
  input_form: 'This is not written in the form that is expected here',
  input_https: 'The address must begin with https://',
  input_unknown: 'Unknown parameter: {{names}}',
  input_unfit: 'This cannot be read',
} as const;

/** The parts of an issue of Zod that its words need. */
export interface Issue {
  code?: string | undefined;
  input?: unknown;
  expected?: unknown;
  origin?: unknown;
  minimum?: unknown;
  maximum?: unknown;
  values?: unknown;
  /** Of a text that has not the form of an address: what the part before its colon has to be. */
  format?: unknown;
  pattern?: unknown;
  keys?: unknown;
  /** Of a value that may have one of several forms: what each of them finds. */
  errors?: unknown;
  path?: readonly PropertyKey[] | undefined;
}

/** What addresses that are called from here begin with. */
export const HTTPS = /^https$/;

const TYPES: Readonly<Record<string, string>> = {
  string: 'input_text',
  number: 'input_number',
  nan: 'input_number',
  int: 'input_whole',
  boolean: 'input_yes_no',
  array: 'input_list',
  object: 'input_fields',
  record: 'input_fields',
};

const said = (code: keyof typeof INPUT_FAULTS, values: Message['values'] = {}): Message => ({ code, values });
const listed = (items: unknown): string => (Array.isArray(items) ? items.map(String).join(', ') : '');

function sizeFault({ origin, minimum, maximum }: Issue, side: 'small' | 'big'): Message {
  const bound = side === 'small' ? { least: Number(minimum) } : { most: Number(maximum) };
  if (origin === 'string') return said(side === 'small' ? 'input_short' : 'input_long', bound);
  if (origin === 'array' || origin === 'set') return said(side === 'small' ? 'input_few' : 'input_many', bound);
  return said(side === 'small' ? 'input_least' : 'input_most', bound);
}

/** "Or nothing at all" is no form to tell people of. */
const isOrNothing = ({ code, values }: Issue): boolean =>
  code === 'invalid_value' && Array.isArray(values) && values.every((value) => value === '');
const isIssue = (value: unknown): value is Issue => typeof value === 'object' && value !== null && 'code' in value;

/** Of several forms the one that the value has, and what is wrong with it: too many values are no text. */
function formFault({ errors, path = [] }: Issue): Message {
  const firsts = (Array.isArray(errors) ? errors : []).map((found: unknown) => [found].flat()[0]);
  const own = firsts.find((issue) => isIssue(issue) && issue.code !== 'invalid_type' && !isOrNothing(issue));
  if (!isIssue(own)) return said('input_unfit');
  const fault = plainIssue(own);
  const field = path.at(-1);
  if (fault.code !== 'input_many' || typeof field !== 'string') return fault;
  return said('input_many_of', { ...fault.values, field });
}

/** An address that is sound but for its beginning. */
export const isNotHttps = ({ format, pattern }: Pick<Issue, 'code' | 'format' | 'pattern'>): boolean =>
  format === 'url' && pattern === HTTPS.source;

/** The words for an issue that its schema has no words of its own for. */
export function plainIssue(issue: Issue): Message {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined && 'input' in issue) return said('input_missing');
      return { code: TYPES[String(issue.expected)] ?? 'input_unfit', values: {} };
    case 'too_small':
      return sizeFault(issue, 'small');
    case 'too_big':
      return sizeFault(issue, 'big');
    case 'invalid_value':
      if (issue.input === undefined && 'input' in issue) return said('input_missing');
      return said('input_choice', { choices: listed(issue.values) });
    case 'invalid_format':
      return said(isNotHttps(issue) ? 'input_https' : 'input_form');
    case 'unrecognized_keys':
      return said('input_unknown', { names: listed(issue.keys) });
    case 'invalid_union':
      return formFault(issue);
    default:
      return said('input_unfit');
  }
}

import type { Operation } from './read-api.ts';

/** Known values of parameters: the reader's package and range. */
export type Known = Readonly<Record<string, string>>;

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
const upper = (name: string): string => name.toUpperCase();

/**
 * The call as a line for a terminal. What only the caller knows
 * stands in capitals; the token comes from $ADSIEVE_TOKEN.
 */
export function curlOf({ method, path, parameters, body, access, answer }: Operation, origin: string, known: Known) {
  const url = `${origin}${path.replace(/\{(\w+)\}/g, (_, name: string) => known[name] ?? upper(name))}`;
  const asked = parameters
    .filter((one) => one.in === 'query' && (one.required || one.name in known))
    .map((one) => `--data-urlencode ${quoted(`${one.name}=${known[one.name] ?? upper(one.name)}`)}`);
  const parts = [
    ['curl', ...(asked.length > 0 ? ['-G'] : []), ...(method === 'GET' ? [] : ['-X', method]), quoted(url)].join(' '),
    ...(access === 'public' ? [] : ['-H "Authorization: Bearer $ADSIEVE_TOKEN"']),
    ...asked,
    ...(body ? [`-H ${quoted(`Content-Type: ${body.mediaType}`)}`, '--data-binary @BODY_FILE'] : []),
    ...(answer === undefined ? ['-OJ'] : []),
  ];
  return parts.join(' \\\n  ');
}

import { queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import type { Answer, CallInput, EndpointShape } from '#platform/contract/endpoint.ts';
import { ApiError } from './api-error.ts';
import { type RequestOptions, request } from './request.ts';

interface Parts {
  params?: unknown;
  query?: unknown;
  body?: unknown;
}

const entries = (part: unknown): [string, unknown][] =>
  typeof part === 'object' && part !== null ? Object.entries(part) : [];

/** `:name` filled in, the rest as query: several values repeat the parameter, what is undefined is not sent. */
export function urlOf(endpoint: EndpointShape, input: Parts): string {
  const params = new Map(entries(input.params));
  const path = endpoint.path.replace(/:([A-Za-z_]+)/g, (_, name: string) =>
    encodeURIComponent(String(params.get(name))),
  );
  const query = entries(input.query)
    .flatMap(([name, value]) => (Array.isArray(value) ? value : [value]).map((one: unknown) => [name, one] as const))
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`);
  return query.length === 0 ? path : `${path}?${query.join('&')}`;
}

/** Of a request, as `fetch` takes it. */
export function bodyOf(input: Parts): RequestInit {
  if (input.body === undefined) return {};
  if (input.body instanceof FormData) return { body: input.body };
  return { body: JSON.stringify(input.body), headers: { 'content-type': 'application/json' } };
}

/** Calls an endpoint value. The answer is the response body; every failure is an ApiError or the caller's own abort. */
export async function call<E extends EndpointShape>(
  endpoint: E,
  input: CallInput<E>,
  options: RequestOptions = {},
): Promise<Answer<E>> {
  const response = await request(urlOf(endpoint, input), { method: endpoint.method, ...bodyOf(input) }, options);
  const answer = await response.json();
  if (!hasPromisedData(endpoint, answer))
    throw new ApiError('unreadable', 'The answer is not the one of this call', { status: response.status });
  return answer;
}

/** By its kind and not by its class: the classes of the library are more than all else a first page loads. */
const isOf = <T extends z.core.SomeType>(schema: z.core.SomeType | undefined, type: string): schema is T =>
  schema?._zod.def.type === type;

/** What a proxy or a server of another version says instead is no answer; the data themselves the server has checked. */
function hasPromisedData({ response }: EndpointShape, answer: unknown): boolean {
  const promised = isOf<z.core.$ZodObject>(response, 'object') ? response._zod.def.shape['data'] : undefined;
  if (promised === undefined || isOf(promised, 'optional')) return true;
  const data: unknown = typeof answer === 'object' && answer !== null ? Reflect.get(answer, 'data') : undefined;
  return isOf(promised, 'array') ? Array.isArray(data) : data !== undefined;
}

/** The package a question is about, wherever it is named. */
function packageOf(input: unknown): unknown {
  const parts = typeof input === 'object' && input !== null ? Object.values(input) : [];
  return new Map(parts.flatMap(entries)).get('package_name');
}

interface Asked {
  queryKey: readonly unknown[];
}

/** The last answer, while the next is on its way: only if it was about the same package (ERR-STATE-02). */
export const lastOf =
  (name: unknown) =>
  <T>(last: T | undefined, asked: Asked | undefined): T | undefined =>
    (packageOf(asked?.queryKey) ?? packageOf(asked?.queryKey[2])) === name ? last : undefined;

/**
 * Options for `useQuery`/`useSuspenseQuery`: the key is method, path and input, so equal questions are asked once. The
 * last answer stays on screen, dimmed, while the next one loads, so that nothing jumps; never that of another package
 * (ERR-STATE-02).
 */
export const query = <E extends EndpointShape>(
  endpoint: E,
  input: CallInput<E>,
  options: Omit<RequestOptions, 'signal'> = {},
) =>
  queryOptions({
    queryKey: [endpoint.method, endpoint.path, input],
    queryFn: ({ signal }) => call(endpoint, input, { ...options, signal }),
    placeholderData: lastOf(packageOf(input)),
  });

import type { Readable } from 'node:stream';
import type { EndpointShape, Out } from '#platform/contract/endpoint.ts';
import type { Scope } from '../access/scope.ts';

export interface FileAnswer {
  /** Built by us, never taken from a request. */
  fileName: string;
  mediaType: string;
  stream: Readable | Buffer | string;
  /** Of a stream that is compressed already, for a caller that said it can read that. */
  encoding?: 'gzip';
  /** Of what programs ask for again and again: an unchanged one is answered with 304. */
  version?: { etag: string; changedAt: Date };
  /** In the place of the usual ones, or beside them. */
  headers?: Readonly<Record<string, string>>;
  /** 200 when left out. */
  status?: number;
}

export interface HandlerInput<E extends EndpointShape> {
  params: Out<E['params']>;
  query: Out<E['query']>;
  body: Out<E['body']>;
  /** Null only on public endpoints. */
  scope: E['access'] extends 'public' ? Scope | null : Scope;
  /** The raw request body of `upload` endpoints. */
  upload: E['upload'] extends true ? Readable : undefined;
  /** Aborts when the caller goes away, so that a query can be cancelled. */
  signal: AbortSignal;
  request: {
    id: string;
    /** GET or HEAD where the endpoint says GET: HEAD asks for the head of the same answer. */
    method: string;
    ip: string;
    headers: Readonly<Record<string, string | string[] | undefined>>;
    contentLength: number | null;
    /** Lets pages of the origin read the answer; of endpoints with `otherOrigins`. */
    readableBy: (origin: string) => void;
  };
}

type Result<E extends EndpointShape> = E['answer'] extends 'file' ? FileAnswer : Out<E['response']>;

export type Handler<E extends EndpointShape> = (input: HandlerInput<E>) => Promise<Result<E>>;

export type Handlers<M extends Record<string, EndpointShape>> = { [K in keyof M]: Handler<M[K]> };

/**
 * An endpoint with its handler, ready to be registered. Types are erased here: the pair was checked where it was made.
 */
export interface Route {
  endpoint: EndpointShape;
  handler: (input: HandlerInput<EndpointShape>) => Promise<unknown>;
}

const route = <E extends EndpointShape>(endpoint: E, handler: Handler<E>): Route => ({
  endpoint,
  handler: handler as unknown as Route['handler'],
});

/**
 * `implement(endpoints)({...})`: a handler for each declared
 * endpoint, no more and no fewer. Curried to keep literal types.
 */
export const implement =
  <const M extends Record<string, EndpointShape>>(endpoints: M) =>
  (handlers: Handlers<M>): Route[] =>
    Object.keys(endpoints).map((name) => {
      const endpoint = endpoints[name];
      const handler = handlers[name];
      if (!endpoint || !handler) throw new Error(`No handler for endpoint ${name}`);
      return route(endpoint, handler);
    });

/** For computed endpoints (boards): one function makes the handler of each. */
export const implementAll = <E extends EndpointShape>(
  endpoints: readonly E[],
  handlerFor: (endpoint: E) => Handler<E>,
): Route[] => endpoints.map((endpoint) => route(endpoint, handlerFor(endpoint)));

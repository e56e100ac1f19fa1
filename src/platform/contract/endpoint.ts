import type { z } from 'zod';
import type { Permission } from './roles.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** Who may call: anyone, anyone signed in, or a role with the permission. There is no default. */
export type Access = 'public' | 'session' | Permission;

/** `json` answers are validated against `response`; `file` answers stream bytes with a file name. */
export type AnswerKind = 'json' | 'file';

type Shape = z.ZodType;

export interface EndpointShape {
  method: Method;
  /** Fastify path, parameters as `:name`. */
  path: string;
  /** One line for OpenAPI and the docs page. */
  summary: string;
  access: Access;
  params?: Shape;
  query?: Shape;
  body?: Shape;
  /** Raw request body (a file): never parsed as JSON, streamed to the handler. */
  upload?: boolean;
  response: Shape;
  answer?: AnswerKind;
  /** Of an answer that is a success: 200 unless said. */
  status?: 202;
  /** Older spelling of another endpoint, kept for compatibility and shown as deprecated. */
  deprecated?: boolean;
  /** The body is a form people type into; the fields named here (e-mail, password, URL) have patterns of their own. */
  form?: { exempt: readonly string[] };
  /**
   * Pages whose data this is: 403 for a caller whose mapping selects none of them, and the handler's scope ends with the
   * packages that select one. Unless said those of its slice, where a permission is asked for; `any` where screens of
   * many slices show it. Of a public one only calls that name a package are refused.
   */
  pages?: readonly string[] | 'any';
  /** Pages of other sites call it: browsers that ask first are answered, and the handler says who may read. */
  otherOrigins?: boolean;
  /** A write that may be called while looking at the product as another user: it changes nothing of theirs. */
  whileViewing?: boolean;
}

/**
 * An endpoint is a value: method, path, access and schemas. The server registers handlers only for these values and the
 * browser calls the same values, so the two cannot drift; OpenAPI, the access matrix and the fuzz test iterate them.
 */
export const endpoint = <const E extends EndpointShape>(e: E): E => e;

export type Out<S> = S extends z.ZodType ? z.output<S> : undefined;
export type In<S> = S extends z.ZodType ? z.input<S> : undefined;

/** What the browser passes to `call`/`query`: only the parts the endpoint declares. */
export type CallInput<E extends EndpointShape> = {
  [K in 'params' | 'query' | 'body' as E[K] extends z.ZodType ? K : never]: In<E[K]>;
};

export type Answer<E extends EndpointShape> = Out<E['response']>;

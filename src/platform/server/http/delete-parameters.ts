import type { FastifyRequest } from 'fastify';
import type { EndpointShape } from '#platform/contract/endpoint.ts';
import { appError } from './app-error.ts';

const entriesOf = (value: unknown): [string, unknown][] =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : [];

/**
 * A DELETE may name its parameters in a JSON body instead of its address, with the same effect (CLI-GAP-05). Whoever
 * says one of them in both places and not alike leaves open what is meant. @throws malformed
 */
export function takeFromBody({ method, query, body }: EndpointShape, request: FastifyRequest): void {
  if (method !== 'DELETE' || !query || body) return;
  const asked = new Map(entriesOf(request.query));
  for (const [name, value] of entriesOf(request.body)) {
    const text = typeof value === 'number' ? String(value) : value;
    if (asked.has(name) && asked.get(name) !== text) throw appError('malformed', { field: name });
    asked.set(name, text);
  }
  request.query = Object.fromEntries(asked);
}

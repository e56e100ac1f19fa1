import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { envelope } from './envelopes.ts';

/** For whoever restarts processes and spreads calls over them. Every process answers, whatever else it does. */
export const running = {
  live: endpoint({
    method: 'GET',
    path: '/api/live',
    summary: 'The process answers',
    access: 'public',
    response: envelope(z.null()),
  }),
  ready: endpoint({
    method: 'GET',
    path: '/api/ready',
    summary: 'The process and both its engines answer; 503 while one does not',
    access: 'public',
    response: envelope(z.null()),
  }),
};

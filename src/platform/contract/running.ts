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

/** For Prometheus, with an API token: what is counted says how much of what a business has. */
export const metricsEndpoint = endpoint({
  method: 'GET',
  path: '/metrics',
  summary:
    'What the process counts, for Prometheus: requests, live traffic, jobs, memory. Names no package and no person',
  access: 'server.read',
  answer: 'file',
  response: z.never(),
});

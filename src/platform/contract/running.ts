import { z } from 'zod';
import { endpoint } from './endpoint.ts';

/** For whoever restarts processes and spreads calls over them. Every process answers, whatever else it does. */
export const running = {
  live: endpoint({
    method: 'GET',
    path: '/api/live',
    summary: 'The process answers',
    access: 'public',
    response: z.object({ status: z.literal(true) }),
  }),
  ready: endpoint({
    method: 'GET',
    path: '/api/ready',
    summary: 'The process and both its engines answer; 503 while one does not',
    access: 'public',
    response: z.object({ status: z.literal(true) }),
  }),
};

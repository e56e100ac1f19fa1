import { z } from 'zod';
import { endpoint } from './endpoint.ts';

export const openApi = {
  document: endpoint({
    method: 'GET',
    path: '/api/openapi.json',
    summary: 'This description',
    access: 'session',
    response: z.looseObject({ openapi: z.string() }),
  }),
};

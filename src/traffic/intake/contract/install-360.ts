import { z } from 'zod';
import { endpoint } from '#platform/contract/endpoint.ts';
import { envelope } from '#platform/contract/envelopes.ts';

/** A form of one file is held in memory as a whole; larger ones are uploaded and imported. */
export const INSTALL_360_BYTES = 16 * 1024 * 1024;

export const install360 = {
  insert: endpoint({
    method: 'POST',
    path: '/api/app/install_360_output',
    summary:
      'Store the output of an install analysis: a form (multipart/form-data) with one CSV, a line per install; all of it, or with a line that cannot be read nothing',
    access: 'import.write',
    pages: ['import'],
    query: z.object({ package_name: z.string().min(1).max(200) }),
    upload: true,
    response: envelope(z.object({ import_id: z.number().int(), rows: z.number().int() })),
  }),
};

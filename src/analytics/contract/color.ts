import { z } from 'zod';
import { endpoint } from '#platform/contract/endpoint.ts';
import { envelope } from '#platform/contract/envelopes.ts';

/** Category (verdict or group of reasons) → theme token, or an own colour `#rrggbb`. */
export const colorMap = z.record(z.string(), z.string().regex(/^([a-z][a-z0-9.-]*|#[0-9a-fA-F]{6})$/));

export const colors = {
  colors: endpoint({
    method: 'GET',
    path: '/api/config/color',
    summary: 'Colours of the charts by category',
    access: 'session',
    response: envelope(colorMap),
  }),
};

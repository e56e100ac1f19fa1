import { type AuditedCalls, type Desk, PACKAGE } from './audited-call.ts';
import { formOf } from './audited-traffic.ts';

const REQUIREMENT = { brand: 'Fizz', start: '2026-11-01', end: '2026-12-31', keywords: ['surf'] };

const ENTRY = { type: 'display', advertiser: 'Fizz', campaign: 'Spring', click_url: 'https://shop.example/' };
const OUTPUT = formOf(
  'output.csv',
  'url,campaign_name\nhttps://youtu.be/abcdefghi01,Answered\nhttps://youtu.be/abcdefghi01,Answered too\n',
);

/** Bodies of calls about brand relevancy that take texts people type. */
export const BRAND_BODIES = {
  'POST /api/v2/br/config/insert': { ...REQUIREMENT, package_name: PACKAGE, campaign_name: 'A campaign' },
  'PUT /api/v2/br/config/update/:id': { ...REQUIREMENT, campaign_name: 'A campaign' },
  'PUT /api/v2/br/config/update-keywords-internal/:id': { keywords: ['surf'] },
  'POST /api/v2/br/dv360/insert': { ...ENTRY, package_name: PACKAGE, name: 'A tracker' },
  'PUT /api/v2/br/dv360/update/:id': { ...ENTRY, name: 'A tracker' },
};

/** Calls about brand relevancy. */
export function auditedBrand({ done }: Desk): AuditedCalls {
  const requirement = async (campaign_name: string): Promise<number> =>
    (await done('POST', '/api/v2/br/config/insert', { ...REQUIREMENT, package_name: PACKAGE, campaign_name })).body.data
      .id;
  return {
    'POST /api/v2/br/config/insert': async () => ({
      body: { ...REQUIREMENT, package_name: PACKAGE, campaign_name: 'Audited' },
      action: 'brand.requirement_add',
    }),
    'PUT /api/v2/br/config/update/:id': async () => ({
      params: { id: await requirement('Edited') },
      body: { ...REQUIREMENT, campaign_name: 'Edited', brand: 'Fizz Zero' },
      action: 'brand.requirement_edit',
    }),
    'PUT /api/v2/br/config/update-keywords-internal/:id': async () => ({
      params: { id: await requirement('Reworded') },
      body: { keywords: ['surf', 'waves'] },
      action: 'brand.keywords_edit',
    }),
    'POST /api/v2/br/dv360/insert': async () => ({
      body: { ...ENTRY, package_name: PACKAGE, name: 'Audited' },
      action: 'brand.entry_add',
    }),
    'PUT /api/v2/br/dv360/update/:id': async () => {
      const body = { ...ENTRY, package_name: PACKAGE, name: 'Edited' };
      const { id } = (await done('POST', '/api/v2/br/dv360/insert', body)).body.data;
      return { params: { id }, body: { ...ENTRY, name: 'Edited', status: 'paused' }, action: 'brand.entry_edit' };
    },
    'POST /api/v2/br/ack/upload-output': async () => {
      await requirement('Answered');
      return { ...OUTPUT, query: { package_name: PACKAGE }, action: 'brand.output_take' };
    },
    'POST /api/v2/br/ack/upload-output/:package_name': async () => {
      await requirement('Answered too');
      return { ...OUTPUT, params: { package_name: PACKAGE }, action: 'brand.output_take' };
    },
  };
}

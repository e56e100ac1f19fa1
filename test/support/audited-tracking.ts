import { type AuditedCalls, type Desk, PACKAGE } from './audited-call.ts';

const PAGE = 'https://shop.example/start';
/** The least a campaign needs. */
const CAMPAIGN = { package_name: PACKAGE, landing_page: PAGE, time_zone: 'UTC', currency: 'EUR' };
const { package_name: _, ...SETTINGS } = CAMPAIGN;

/** Bodies of calls about own links that take texts people type. */
export const TRACKING_BODIES = {
  'POST /api/mtrackit/campaign': { ...CAMPAIGN, campaign_name: 'Spring' },
  'POST /api/mtrackit/publisher_add': { package_name: PACKAGE, name: 'P' },
  'POST /api/mtrackit/landing_page': { package_name: PACKAGE, name: 'Start', url: PAGE },
  'PUT /api/mtrackit/landing_page/:id': { name: 'Start', url: PAGE },
};

export const newCampaign = async (done: Desk['done'], campaign_name: string) =>
  (await done('POST', '/api/mtrackit/campaign', { ...CAMPAIGN, campaign_name })).body.data;

/** Calls about own links. */
export function auditedTracking({ done, rows }: Desk): AuditedCalls {
  const campaign = (name: string) => newCampaign(done, name);
  const publisher = async (name: string): Promise<number> =>
    (await done('POST', '/api/mtrackit/publisher_add', { package_name: PACKAGE, name })).body.data.id;
  const cap = async (name: string): Promise<number> =>
    (await done('POST', '/api/mtrackit/capping', { campaign_id: (await campaign(name)).id, limit: '10' })).body.data.id;
  const page = async (name: string): Promise<number> =>
    (await done('POST', '/api/mtrackit/landing_page', { package_name: PACKAGE, name, url: PAGE })).body.data.id;
  return {
    'POST /api/mtrackit/campaign': async () => ({
      body: { ...CAMPAIGN, campaign_name: 'Audited' },
      action: 'tracking.campaign_add',
    }),
    'PUT /api/mtrackit/campaign/:id': async () => {
      const { id, updated_at } = await campaign('Edited');
      return { params: { id }, body: { ...SETTINGS, updated_at }, action: 'tracking.campaign_edit' };
    },
    'DELETE /api/mtrackit/campaign/:id': async () => ({
      params: { id: (await campaign('Deleted')).id },
      action: 'tracking.campaign_delete',
    }),
    'POST /api/mtrackit/campaign/:id/secret': async () => ({
      params: { id: (await campaign('Renewed')).id },
      action: 'tracking.secret_renew',
    }),
    'POST /api/mtrackit/publisher_add': async () => ({
      body: { package_name: PACKAGE, name: 'With links' },
      action: 'tracking.publisher_add',
    }),
    'PUT /api/mtrackit/publisher/:id': async () => ({
      params: { id: await publisher('Linked') },
      body: { postback_url: 'https://partner.example/pb?c={click_id}' },
      action: 'tracking.publisher_edit',
    }),
    'DELETE /api/mtrackit/publisher/:id': async () => ({
      params: { id: await publisher('Unlinked') },
      action: 'tracking.publisher_delete',
    }),
    'POST /api/mtrackit/capping': async () => ({
      body: { campaign_id: (await campaign('Capped')).id, limit: '5' },
      action: 'tracking.cap_add',
    }),
    'PUT /api/mtrackit/capping/:id': async () => ({
      params: { id: await cap('Recapped') },
      body: { limit: '7' },
      action: 'tracking.cap_edit',
    }),
    'DELETE /api/mtrackit/capping/:id': async () => ({
      params: { id: await cap('Uncapped') },
      action: 'tracking.cap_delete',
    }),
    'POST /api/mtrackit/landing_page': async () => ({
      body: { package_name: PACKAGE, name: 'Landed', url: PAGE },
      action: 'tracking.landing_page_add',
    }),
    'PUT /api/mtrackit/landing_page/:id': async () => ({
      params: { id: await page('Relanded') },
      body: { name: 'Relanded', url: PAGE },
      action: 'tracking.landing_page_edit',
    }),
    'DELETE /api/mtrackit/landing_page/:id': async () => ({
      params: { id: await page('Unlanded') },
      action: 'tracking.landing_page_delete',
    }),
    'POST /api/mtrackit/uploads': async () => ({
      query: { package_name: PACKAGE, file_name: 'sales.csv' },
      file: 'click_id,event\nnobody,lead\n',
      action: 'tracking.upload',
    }),
    'POST /api/mtrackit/notices/:id/redeliver': async () => {
      const [told] = await rows<{ id: number }>(
        `WITH c AS (INSERT INTO tracking_conversion (package_name, campaign_id, campaign_name, click_id, event, event_id,
             at, click_at, currency, status)
           VALUES ($1, 1, 'Told', 'c1', 'lead', 'e1', now(), now(), 'EUR', 'approved') RETURNING id)
         INSERT INTO tracking_notice (package_name, conversion_id, publisher, url, state, next_at, created_at)
         SELECT $1, id, 'P', 'https://partner.example/', 'dead', now(), now() FROM c RETURNING id::int`,
        [PACKAGE],
      );
      return { params: { id: told?.id ?? 0 }, action: 'tracking.notice_redeliver' };
    },
  };
}

import { type AuditedCalls, type Desk, PACKAGE } from './audited-call.ts';

const TOOLS = '/api/web-bi/tools';
const BANK = { package_name: PACKAGE, scheme: 'iban', holder: 'Audited', number: 'DE89370400440532013000' };
const LINKED = { package_name: PACKAGE, platform: 'meta', account_id: '12345', name: 'Audited' };

/** Bodies of calls about tools of an account that take texts people type. */
export const ACCOUNT_TOOL_BODIES = {
  'POST /api/bank_verification': BANK,
  'POST /api/digitalfootprint': { package_name: PACKAGE, value: '192.0.2.1', purpose: 'Audited' },
  [`POST ${TOOLS}/linked_accounts`]: LINKED,
};

/** Calls about tools of an account. */
export function auditedAccountTools({ done, idIn, app, admin }: Desk): AuditedCalls {
  const taken = async () => {
    const answer = await app.call('POST', `/api/merchant_onboarding/bulk?package_name=${PACKAGE}`, {
      token: admin(),
      headers: { 'content-type': 'application/octet-stream' },
      body: 'name,country\nGone,DE' as unknown as object,
    });
    if (answer.status !== 200) throw new Error(answer.text);
    return idIn('SELECT max(id) AS id FROM merchant');
  };
  return {
    'POST /api/bank_verification': async () => ({ body: BANK, action: 'bank_account.check' }),
    'DELETE /api/bank_verification/:id': async () => ({
      params: { id: (await done('POST', '/api/bank_verification', BANK)).body.data.id },
      action: 'bank_account.remove',
    }),
    'POST /api/merchant_onboarding/bulk': async () => ({
      query: { package_name: PACKAGE },
      file: 'name,country\nAudited,DE',
      action: 'merchant.onboard',
    }),
    'DELETE /api/merchant_onboarding/:id': async () => ({ params: { id: await taken() }, action: 'merchant.remove' }),
    'POST /api/digitalfootprint': async () => ({
      body: ACCOUNT_TOOL_BODIES['POST /api/digitalfootprint'],
      action: 'footprint.look_up',
    }),
    [`POST ${TOOLS}/linked_accounts`]: async () => ({ body: LINKED, action: 'linked_account.link' }),
    [`DELETE ${TOOLS}/linked_accounts/:id`]: async () => ({
      params: { id: (await done('POST', `${TOOLS}/linked_accounts`, { ...LINKED, account_id: '99999' })).body.data.id },
      action: 'linked_account.unlink',
    }),
    'PUT /api/config/external_embedded_url': async () => ({
      body: { package_name: PACKAGE, url: '' },
      action: 'embedded_page.set',
    }),
  };
}

import { type AuditedCalls, type Desk, PACKAGE } from './audited-call.ts';

const ADS = '/api/adword';
const DOMAINS = '/api/web-bi/tools/domains';
const COUPONS = '/api/coupons';
const AD = { keyword: 'own shoes', observed_at: '2026-11-20 10:00', final_url: 'https://rival.example/' };

/** Bodies of calls about coupons that take texts people type. */
export const COUPON_BODIES = {
  'POST /api/coupons/pools': {
    package_name: PACKAGE,
    name: 'A coupon',
    kind: 'unique',
    value: '1',
    value_kind: 'amount',
  },
};

/** Calls against the misuse of a brand. */
export function auditedInfringement({ done, idIn }: Desk): AuditedCalls {
  let seen = 0;
  const ad = async (): Promise<number> => {
    const keyword = `own shoes ${++seen}`;
    await done('POST', `${ADS}/competitor`, { package_name: PACKAGE, ads: [{ ...AD, keyword }] });
    return idIn('SELECT id::int FROM search_ad WHERE keyword = $1', [keyword]);
  };
  const party = (value: string) => ({ package_name: PACKAGE, kind: 'competitor', value });
  const tracked = async (domain: string): Promise<number> => {
    await done('POST', DOMAINS, { package_name: PACKAGE, domains: [domain] });
    return idIn('SELECT id FROM tracked_domain WHERE domain = $1', [domain]);
  };
  let coupons = 0;
  const coupon = (): object => ({
    package_name: PACKAGE,
    name: `Coupon ${++coupons}`,
    kind: 'unique',
    value: '10',
    value_kind: 'percent',
  });
  const pool = async (): Promise<number> => (await done('POST', `${COUPONS}/pools`, coupon())).body.data.id;
  const code = async (): Promise<string> =>
    (await done('POST', `${COUPONS}/pools/${await pool()}/issue`, {})).body.data.codes[0];
  const used = async (): Promise<number> => {
    const body = { package_name: PACKAGE, code: await code(), order_id: 'o-1' };
    await done('POST', `${COUPONS}/redeem`, body);
    return idIn('SELECT id::int FROM coupon_use WHERE code = $1', [body.code]);
  };
  return {
    [`POST ${COUPONS}/pools`]: async () => ({ body: coupon(), action: 'coupon.add' }),
    [`DELETE ${COUPONS}/pools/:id`]: async () => ({ params: { id: await pool() }, action: 'coupon.end' }),
    [`POST ${COUPONS}/pools/:id/issue`]: async () => ({
      params: { id: await pool() },
      body: {},
      action: 'coupon.issue',
    }),
    [`POST ${COUPONS}/redeem`]: async () => ({
      body: { package_name: PACKAGE, code: await code(), order_id: 'o-1' },
      action: 'coupon.redeem',
    }),
    [`POST ${COUPONS}/void`]: async () => ({
      body: { package_name: PACKAGE, code: await code() },
      action: 'coupon.void',
    }),
    [`PUT ${COUPONS}/file`]: async () => ({
      query: { package_name: PACKAGE, file_name: 'uses.csv' },
      file: 'code,used_at,order_id\nANY,2026-11-20 11:00,o-9',
      action: 'coupon.upload',
    }),
    [`POST ${COUPONS}/state`]: async () => ({
      body: { package_name: PACKAGE, ids: [await used()], state: 'confirmed' },
      action: 'coupon.state',
    }),
    [`POST ${COUPONS}/:id/ticket`]: async () => ({
      params: { id: await used() },
      body: {},
      action: 'coupon.ticket',
    }),
    [`POST ${ADS}/:view`]: async () => ({
      params: { view: 'affiliate' },
      body: { package_name: PACKAGE, ads: [AD] },
      action: 'search_ad.add',
    }),
    [`PUT ${ADS}/:view/file`]: async () => ({
      params: { view: 'affiliate' },
      query: { package_name: PACKAGE, file_name: 'ads.csv' },
      file: 'keyword,observed_at,final_url\nown,2026-11-20 11:00,https://rival.example/',
      action: 'search_ad.add',
    }),
    [`POST ${ADS}/:view/state`]: async () => ({
      params: { view: 'competitor' },
      body: { package_name: PACKAGE, ids: [await ad()], state: 'confirmed' },
      action: 'search_ad.state',
    }),
    [`POST ${ADS}/:view/:id/ticket`]: async () => ({
      params: { view: 'competitor', id: await ad() },
      body: {},
      action: 'search_ad.ticket',
    }),
    [`DELETE ${ADS}/:view/:id`]: async () => ({
      params: { view: 'competitor', id: await ad() },
      action: 'search_ad.remove',
    }),
    [`POST ${ADS}/parties`]: async () => ({ body: party('rival.example'), action: 'search_ad.party' }),
    [`DELETE ${ADS}/parties/:id`]: async () => ({
      params: { id: (await done('POST', `${ADS}/parties`, party('other.example'))).body.data.id },
      action: 'search_ad.party_remove',
    }),
    [`POST ${DOMAINS}`]: async () => ({
      body: { package_name: PACKAGE, domains: ['owm.example'] },
      action: 'domain.add',
    }),
    [`POST ${DOMAINS}/generate`]: async () => ({ body: { package_name: PACKAGE }, action: 'domain.add' }),
    [`POST ${DOMAINS}/check`]: async () => ({ body: { package_name: PACKAGE }, action: 'domain.check' }),
    [`POST ${DOMAINS}/state`]: async () => ({
      body: { package_name: PACKAGE, ids: [await tracked('ovvn.example')], state: 'confirmed' },
      action: 'domain.state',
    }),
    [`POST ${DOMAINS}/:id/ticket`]: async () => ({
      params: { id: await tracked('0wn.example') },
      body: {},
      action: 'domain.ticket',
    }),
    [`DELETE ${DOMAINS}/:id`]: async () => ({
      params: { id: await tracked('own-login.example') },
      action: 'domain.remove',
    }),
  };
}

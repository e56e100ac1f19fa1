import { type AuditedCalls, type Desk, PACKAGE } from './audited-call.ts';

const ADS = '/api/adword';
const DOMAINS = '/api/web-bi/tools/domains';
const AD = { keyword: 'own shoes', observed_at: '2026-11-20 10:00', final_url: 'https://rival.example/' };

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
  return {
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

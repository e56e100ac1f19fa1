import { type AuditedCalls, type Desk, PACKAGE } from './audited-call.ts';
import { newCampaign } from './audited-tracking.ts';

const RULE = {
  package_name: PACKAGE,
  name: 'No bots',
  field: 'ua_class',
  operator: 'is',
  values: ['library'],
  action: 'block',
};
const PUBLISH = { package_name: PACKAGE };
const AT = '/api/integrity/:kind/rules';
const UA = '/api/user_acquisition/rules';

/** Bodies of calls about the integrity of links that take texts people type. */
export const INTEGRITY_BODIES = {
  [`POST ${AT}`]: RULE,
  [`PUT ${AT}/:id`]: RULE,
  [`POST ${AT}/publish`]: PUBLISH,
  [`POST ${UA}`]: RULE,
  [`PUT ${UA}/:id`]: RULE,
  [`POST ${UA}/publish`]: PUBLISH,
};

/** Calls about the integrity of links. */
export function auditedIntegrity({ done }: Desk): AuditedCalls {
  const kind = 'click';
  const rule = async (at: string): Promise<number> => (await done('POST', at, RULE)).body.data.id;
  const click = '/api/integrity/click/rules';
  /** All rules there are, the other way round. */
  const turned = async (at: string) => {
    await rule(at);
    await rule(at);
    const { rules } = (await done('GET', `${at}?package_name=${PACKAGE}`)).body.data;
    return { package_name: PACKAGE, ids: rules.map(({ id }: { id: number }) => id).reverse() };
  };
  /** A version, and a rule that was written after it. */
  const published = async (at: string) => {
    await rule(at);
    const { version } = (await done('POST', `${at}/publish`, PUBLISH)).body.data;
    await rule(at);
    return { package_name: PACKAGE, version };
  };
  return {
    [`POST ${AT}`]: async () => ({ params: { kind }, body: RULE, action: 'integrity.rule_add' }),
    [`PUT ${AT}/:id`]: async () => ({
      params: { kind, id: await rule(click) },
      body: RULE,
      action: 'integrity.rule_edit',
    }),
    [`DELETE ${AT}/:id`]: async () => ({ params: { kind, id: await rule(click) }, action: 'integrity.rule_delete' }),
    [`PUT ${AT}/order`]: async () => ({
      params: { kind },
      body: await turned(click),
      action: 'integrity.rule_order',
    }),
    [`POST ${AT}/restore`]: async () => ({
      params: { kind },
      body: await published(click),
      action: 'integrity.restore',
    }),
    [`POST ${AT}/publish`]: async () => {
      await rule(click);
      return { params: { kind }, body: PUBLISH, action: 'integrity.publish' };
    },
    [`POST ${UA}`]: async () => ({ body: RULE, action: 'integrity.rule_add' }),
    [`PUT ${UA}/:id`]: async () => ({ params: { id: await rule(UA) }, body: RULE, action: 'integrity.rule_edit' }),
    [`DELETE ${UA}/:id`]: async () => ({ params: { id: await rule(UA) }, action: 'integrity.rule_delete' }),
    [`PUT ${UA}/order`]: async () => ({ body: await turned(UA), action: 'integrity.rule_order' }),
    [`POST ${UA}/restore`]: async () => ({ body: await published(UA), action: 'integrity.restore' }),
    [`POST ${UA}/publish`]: async () => {
      await rule(UA);
      return { body: PUBLISH, action: 'integrity.publish' };
    },
    'PUT /api/integrity/:kind/geo_location': async () => ({
      params: { kind },
      body: { campaign_id: (await newCampaign(done, 'Placed')).id, countries: ['DE'] },
      action: 'integrity.places',
    }),
    'POST /api/integrity/:kind/url': async () => {
      const campaign = await newCampaign(done, 'Signed');
      const publisher = await done('POST', '/api/mtrackit/publisher_add', { package_name: PACKAGE, name: 'Signs' });
      return {
        params: { kind },
        body: { package_name: PACKAGE, campaign_id: campaign.id, publisher_id: publisher.body.data.id },
        action: 'integrity.link_make',
      };
    },
    'POST /api/integrity/keys': async () => ({ body: PUBLISH, action: 'integrity.key_rotate' }),
  };
}

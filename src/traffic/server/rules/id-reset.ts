import { all, eq, gte, not } from '#platform/contract/condition.ts';
import { rule } from '../../contract/rule.ts';

export const idReset = rule({
  id: 'id_reset',
  title: 'One phone, many device ids',
  reason: 'dev.id_reset',
  stage: 'arrival',
  kinds: ['install'],
  needs: ['address_ids_24h'],
  looksAt:
    'One address brings the same model, system and carrier under ever new device ids within a day: the id is reset and the app installed again.',
  falsePositives:
    'Families and shops with phones of one model. Mobile networks share addresses, so installs without Wi-Fi do not count.',
  source: 'AppsFlyer study of device-id reset fraud 2017; the number of ids is ours',
  limits: { ids: { label: 'New device ids in 24 hours', unit: 'events', default: 3, min: 2, max: 1_000 } },
  cases: ({ ids }) => [{ verdict: 'suspect', when: all(gte('address_ids_24h', ids), not(eq('wifi', 'false'))) }],
});

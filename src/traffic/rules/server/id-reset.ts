import { all, eq, gt, gte, not } from '#platform/contract/condition.ts';
import { rule } from '#traffic/rules/contract/rule.ts';

export const idReset = rule({
  id: 'id_reset',
  title: 'One phone, many device ids',
  method: 34,
  reason: 'dev.id_reset',
  stage: 'arrival',
  kinds: ['install'],
  needs: ['address_ids_24h', 'address_ids_percent'],
  looksAt:
    'One address brings the same model, system and carrier under ever new device ids within a day, and hardly any other phone: the id is reset and the app installed again.',
  falsePositives:
    'Families and shops with phones of one model. Offices bring many models, so the phone must make up most of what comes from its address; many phones of a mobile network share an address, so installs without Wi-Fi do not count.',
  source:
    'AppsFlyer study of device-id reset fraud 2017; the numbers are ours: three may be a family, six of one model, system and carrier in a day are not, and most is more than half',
  limits: {
    ids: { label: 'New device ids of one phone in 24 hours: at least', unit: 'events', default: 3, min: 2, max: 1_000 },
    percent: {
      label: 'Its part of all new device ids at its address: over',
      unit: 'percent',
      default: 50,
      min: 1,
      max: 99,
    },
    surely: { label: 'Fraud from new device ids: at least', unit: 'events', default: 6, min: 2, max: 1_000 },
  },
  rising: ['ids', 'surely'],
  cases: ({ ids, surely, percent }) => {
    const alone = all(gt('address_ids_percent', percent), not(eq('wifi', 'false')));
    return [
      { verdict: 'fraud', when: all(gte('address_ids_24h', surely), alone) },
      { verdict: 'suspect', when: all(gte('address_ids_24h', ids), alone) },
    ];
  },
});

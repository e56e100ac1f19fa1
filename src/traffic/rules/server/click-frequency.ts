import { all, any, type Condition, eq, gt, lte, not } from '#platform/contract/condition.ts';
import { rule } from '#traffic/rules/contract/rule.ts';
import { CLICK_KINDS } from './event-kinds.ts';

export const clickFrequency = rule({
  id: 'click_frequency',
  title: 'Click frequency',
  method: 20,
  reason: 'clk.frequency',
  stage: 'arrival',
  kinds: CLICK_KINDS,
  needs: ['clicks_1m', 'clicks_1h', 'clicks_24h', 'device_id_class', 'device_type'],
  looksAt:
    'One person clicks more often than people do. Within a minute it is a machine, within a day it may be habit. Tablets have limits of their own: children play on them and tap the ad after each round.',
  falsePositives:
    'People who compare prices, and many people behind one address where no device id is known. Phones lent to children.',
  source: 'Tapper (5 in 60 s, 6 in 1 h); Spider AF (10 in 24 h)',
  limits: {
    perMinute: { label: 'Clicks in 1 minute: more than', unit: 'events', default: 5, min: 1, max: 1_000 },
    perHour: { label: 'Clicks in 1 hour: more than', unit: 'events', default: 6, min: 1, max: 10_000 },
    perDay: { label: 'Clicks in 24 hours: more than', unit: 'events', default: 10, min: 1, max: 100_000 },
    tabletMinute: {
      label: 'Clicks of a tablet in 1 minute: more than',
      unit: 'events',
      default: 10,
      min: 1,
      max: 1_000,
    },
    tabletHour: { label: 'Clicks of a tablet in 1 hour: more than', unit: 'events', default: 60, min: 1, max: 10_000 },
    tabletDay: {
      label: 'Clicks of a tablet in 24 hours: more than',
      unit: 'events',
      default: 240,
      min: 1,
      max: 100_000,
    },
  },
  rising: ['perMinute', 'perHour', 'perDay'],
  cases: ({ perMinute, perHour, perDay, tabletMinute, tabletHour, tabletDay }) => [
    { verdict: 'fraud', when: any(all(gt('clicks_1m', perMinute), NO_TABLET), gt('clicks_1m', tabletMinute)) },
    {
      verdict: 'suspect',
      when: any(
        all(gt('clicks_1h', perHour), ONE_PERSON, NO_TABLET),
        all(gt('clicks_24h', perDay), ONE_DEVICE, NO_TABLET),
        ...BURSTS.map((times) => all(gt('clicks_1h', times * perHour), lte('clicks_24h', times * perDay), NO_TABLET)),
        gt('clicks_1h', tabletHour),
        gt('clicks_24h', tabletDay),
      ),
    },
  ],
});

const TABLET: Condition = eq('device_type', 'tablet');
const NO_TABLET = not(TABLET);

/** Without a device id a person is an address with an agent, which the colleagues of an office share all day. */
const ONE_DEVICE = eq('device_id_class', 'valid');
/** For an hour a phone will do: it is not shared as a managed desktop browser is. */
const ONE_PERSON = any(ONE_DEVICE, eq('device_type', 'mobile'));
/**
 * Behind one address colleagues click all day long. Where an hour holds seven of at most ten clicks of a day, ten of at
 * most fifteen, and so on in the measure of the two limits, it was one visitor, and nobody else was there.
 */
const BURSTS = [1, 1.5, 2, 3, 4, 6, 8];

import { all, any, gt, gte } from '#platform/contract/condition.ts';
import { rule } from '#traffic/rules/contract/rule.ts';
import { kindsOf } from './kinds-of.ts';

export const proxiedEvent = rule({
  id: 'proxied_event',
  title: 'Many browsers behind one home, at a source of machines',
  method: 13,
  reason: 'bot.behaviour',
  stage: 'sweep',
  kinds: ['impression', 'visit', ...kindsOf('click')],
  needs: ['address_agents_7d', 'source_click_delay_share', 'source_hour_divergence'],
  looksAt:
    'The source beats like a machine: its clicks all follow their impression by the same seconds, or its nights are as busy as days. And the event came from an address that brought this publisher, and hardly another, several browsers within a week: the connection of somebody at home through which a program leaves.',
  falsePositives:
    'Families and small offices whose people use one site, at a source where machines click too. Gateways of companies and carriers do not count: they bring more browsers than a home has, and bring them to every publisher.',
  source:
    'FDMA 2012, winning teams (agents and events of an address); MRC IVT addendum (invalid proxy traffic). That it takes both, and how many browsers a home has, is ours',
  limits: {
    agents: { label: 'Browsers of the address, at least', unit: 'events', default: 2, min: 2, max: 20 },
    delays: {
      label: 'Clicks with the same delay after the impression: over',
      unit: 'percent',
      default: 55,
      min: 20,
      max: 100,
    },
    divergence: {
      label: 'Or: hours of the day unlike the usual (0 alike, 1 nothing in common), over',
      unit: 'ratio',
      default: 0.015,
      min: 0.001,
      max: 1,
    },
  },
  cases: ({ agents, delays, divergence }) => [
    {
      verdict: 'fraud',
      when: all(
        gte('address_agents_7d', agents),
        any(gt('source_click_delay_share', delays), gt('source_hour_divergence', divergence)),
      ),
    },
  ],
});

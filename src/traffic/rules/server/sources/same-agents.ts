import { lt } from '#platform/contract/condition.ts';
import { rule } from '#traffic/rules/contract/rule.ts';
import { kindsOf } from './kinds-of.ts';

export const sameAgents = rule({
  id: 'same_agents',
  title: 'Nearly all events from the same user agents',
  method: 16,
  reason: 'dev.farm',
  stage: 'sweep',
  kinds: kindsOf('impression', 'click', 'install', 'video', 'visit'),
  needs: ['source_agent_entropy'],
  looksAt:
    'Customers own many kinds of devices. When nearly all of a source have the same, one machine plays them all.',
  falsePositives: 'Promotions for a single device, and apps that report the same user agent for everybody.',
  source: 'FDMA 2012, winning teams; measured on its data: recall 66 %, precision 24 %',
  limits: {
    variety: {
      label: 'Variety of user agents (0 all the same, 1 all different), under',
      unit: 'ratio',
      default: 0.3,
      min: 0.01,
      max: 0.9,
    },
  },
  cases: ({ variety }) => [{ verdict: 'suspect', when: lt('source_agent_entropy', variety) }],
});

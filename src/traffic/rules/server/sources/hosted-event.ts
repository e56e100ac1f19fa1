import { all, gt } from '#platform/contract/condition.ts';
import { rule } from '#traffic/rules/contract/rule.ts';
import { HOSTED } from '../hosted.ts';
import { kindsOf } from './kinds-of.ts';

export const hostedEvent = rule({
  id: 'hosted_event',
  title: 'Hosting network, at a source from hosting networks',
  method: 10,
  reason: 'net.datacenter',
  stage: 'sweep',
  kinds: kindsOf('impression', 'click', 'install', 'video', 'visit'),
  needs: ['source_hosted', 'ip_class', 'crawler_check'],
  looksAt:
    'The address belongs to a hosting network, and so do far more addresses of its source than VPNs, company gateways and cloud desktops bring. Source and event say the same of each other.',
  falsePositives:
    'Sources whose readers sit behind company gateways or cloud desktops, such as trade journals read at work; server-side ad insertion that hides the address of the device.',
  source:
    'MRC IVT addendum (known invalid data-centre traffic, not routing artefacts of legitimate users). The share is ours: 2 to 10 % of people use a VPN, few gateways of companies stand in hosting networks',
  limits: {
    share: {
      label: 'Events from hosting networks, of all of the source: over',
      unit: 'percent',
      default: 25,
      min: 1,
      max: 100,
    },
  },
  cases: ({ share }) => [{ verdict: 'fraud', when: all(gt('source_hosted', share), HOSTED) }],
});

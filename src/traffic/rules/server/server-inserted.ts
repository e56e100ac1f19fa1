import { all, any, eq, oneOf } from '#platform/contract/condition.ts';
import { rule } from '#traffic/rules/contract/rule.ts';
import { VIDEO_KINDS } from './event-kinds.ts';

export const serverInserted = rule({
  id: 'server_inserted',
  title: 'Server in place of the device',
  method: 67,
  reason: 'vid.ssai_spoof',
  stage: 'arrival',
  kinds: VIDEO_KINDS,
  needs: ['ip_class', 'ua_class'],
  looksAt:
    'A server inserted the ad and passed on neither the address nor the user agent of the device. Nobody can tell whether there was one.',
  falsePositives:
    'Badly configured vendors of server-side insertion: ask them to pass on the address and user agent of the device.',
  source: 'IAB Tech Lab (SSAI, X-Device headers); Pixalate 2019 (26 % of SSAI transactions invalid)',
  limits: {},
  cases: () => [
    {
      verdict: 'suspect',
      when: all(
        any(eq('ip_class', 'datacenter'), oneOf('ua_class', ['library', 'empty', 'malformed'])),
        oneOf('server_side', ['1', '2']),
      ),
    },
  ],
});

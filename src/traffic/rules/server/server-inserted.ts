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
    'A server inserted the ad and passed on neither address nor agent of the device. Nobody can tell whether there was one.',
  falsePositives: 'Vendors of server-side insertion that are set up badly: ask them to pass the device on.',
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

import { known } from '#platform/contract/condition.ts';
import { rule } from '#traffic/rules/contract/rule.ts';

export const clickDevice = rule({
  id: 'click_device',
  title: 'Click from another device',
  method: 38,
  reason: 'dev.click_mismatch',
  stage: 'arrival',
  kinds: ['install'],
  needs: ['click_device_conflict'],
  looksAt:
    'The click that claims the install came from another system or model than the install: somebody else clicked.',
  falsePositives:
    'Browsers that hide the model (they name it K) and desktop views of a phone are left out; links sent to another phone remain.',
  source: 'TrafficGuard click-to-install device mismatch',
  limits: {},
  cases: () => [{ verdict: 'suspect', when: known('click_device_conflict') }],
});

import { all, gt, oneOf } from '#platform/contract/condition.ts';
import { rule } from '#traffic/rules/contract/rule.ts';

export const brokenOrder = rule({
  id: 'broken_order',
  title: 'Times in an impossible order',
  method: 39,
  reason: 'ins.sdk_spoofing',
  stage: 'arrival',
  kinds: ['install', 'click', 're_click', 'app_event'],
  needs: ['order_break_seconds', 'order_break'],
  looksAt:
    'First open before the click or before the store began, a click before its impression, an event before the install: no app can report that, a server made it up (SDK spoofing).',
  falsePositives:
    'Clocks that disagree: raise the tolerance. Events carry the time of the device and clicks that of the ad server, so between these two an event is only suspect.',
  source: 'Adjust (SDK spoofing); Integr8 filter "wrong install time"',
  limits: {
    toleranceSeconds: {
      label: 'Difference of clocks tolerated: up to',
      unit: 'seconds',
      default: 5,
      min: 0,
      max: 86_400,
    },
  },
  cases: ({ toleranceSeconds }) => {
    const broken = gt('order_break_seconds', toleranceSeconds);
    return [
      { verdict: 'fraud', when: all(broken, oneOf('order_break', ['install_before_click', 'open_before_begin'])) },
      {
        verdict: 'suspect',
        when: all(broken, oneOf('order_break', ['click_before_impression', 'event_before_install'])),
      },
    ];
  },
});

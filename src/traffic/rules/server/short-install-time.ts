import { all, gte, lt } from '#platform/contract/condition.ts';
import { rule } from '#traffic/rules/contract/rule.ts';

export const shortInstallTime = rule({
  id: 'short_install_time',
  title: 'Install too soon after the click',
  method: 28,
  reason: 'clk.injection',
  stage: 'arrival',
  kinds: ['install'],
  needs: ['ctit_seconds'],
  looksAt: 'Between click and first open lie the store, the download and the start. Seconds are not enough for that.',
  falsePositives: 'Between the two limits, very small apps on fast networks: 2.6 % of real installs take 10 s or less.',
  source: 'AppsFlyer (under 5 s impossible, 3 to 10 s suspicious); Branch (installs under 10 s); TalkingData, measured',
  limits: {
    fraudSeconds: { label: 'Fraud if CTIT is under', unit: 'seconds', default: 5, min: 1, max: 60 },
    suspectSeconds: { label: 'Suspect if CTIT is under', unit: 'seconds', default: 10, min: 1, max: 600 },
  },
  rising: ['fraudSeconds', 'suspectSeconds'],
  // An install before its click is a wrong order, not a short time.
  cases: ({ fraudSeconds, suspectSeconds }) => [
    { verdict: 'fraud', when: all(lt('ctit_seconds', fraudSeconds), gte('ctit_seconds', 0)) },
    { verdict: 'suspect', when: all(lt('ctit_seconds', suspectSeconds), gte('ctit_seconds', 0)) },
  ],
});

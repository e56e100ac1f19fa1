// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { show } from '#platform/web/testing/render.tsx';
import type { Explanation } from '#traffic/rules/contract/explanation.ts';
import traffic from '../../event/web/i18n/traffic.en.json' with { type: 'json' };
import { rule, shortInstall, wordsIn } from '../testing/explained.ts';
import ruleNames from './i18n/rule-names.en.json' with { type: 'json' };
import why from './i18n/why.en.json' with { type: 'json' };
import { PublisherWhy } from './publisher-why.tsx';
import { WhyCard } from './why-card.tsx';

const texts = { why, traffic, 'rule-names': ruleNames };
const explanation: Explanation = {
  verdict: 'fraud',
  reason: 'clk.injection',
  decidedBy: 'rules',
  chosenBy: 'order',
  decision: 'none',
  whiteList: null,
  source: null,
  ruleVersion: 7,
  rules: [
    { ...shortInstall(3), listed: [{ field: 'ip_list', entry: 'hosting: AS64500', date: '2026-06-17' }] },
    rule({ rule: 'emulator', outcome: 'miss', verdict: null }),
    rule({ rule: 'fast_click', outcome: 'blind', verdict: null, missing: ['impression_time'] }),
  ],
};

afterEach(cleanup);

describe('the why-card', () => {
  it('says verdict, signal, list, other rules, blind rules, version and what would be clean', async () => {
    await show(<WhyCard explanation={explanation} words={await wordsIn('en')} shown={() => ''} />, texts);
    expect(screen.getByText('Fraud: Click injection.')).toBeTruthy();
    expect(screen.getByRole('img').getAttribute('aria-label')).toBe(
      'Click to install: this event has 3 seconds, the rule asks for under 5 seconds',
    );
    expect(screen.getByText('Network list: hosting: AS64500, list of 2026-06-17')).toBeTruthy();
    expect(screen.getByText('Emulator')).toBeTruthy();
    expect(screen.getByText('needs Impression time')).toBeTruthy();
    expect(screen.getByText(/first in the fixed order/)).toBeTruthy();
    expect(screen.getByText(/version 7/)).toBeTruthy();
    expect(screen.getByText(/It would be clean with/)).toBeTruthy();
  });

  it('shows a publisher reason and masked values, and no limit', async () => {
    await show(
      <PublisherWhy
        words={await wordsIn('en')}
        explanation={{
          verdict: 'fraud',
          reason: 'net.datacenter',
          tier: 'GIVT',
          definition: '',
          observed: [{ field: 'ip', value: '203.0.113.0/24', unit: null }],
        }}
      />,
      texts,
    );
    expect(screen.getByText('203.0.113.0/24')).toBeTruthy();
    expect(screen.queryByText(/hits:/)).toBeNull();
    expect(screen.queryByText(/It would be clean/)).toBeNull();
  });
});

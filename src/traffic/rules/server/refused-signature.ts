import { eq, oneOf } from '#platform/contract/condition.ts';
import { rule } from '#traffic/rules/contract/rule.ts';

export const refusedSignature = rule({
  id: 'refused_signature',
  title: 'Signature of the link refused',
  method: 70,
  reason: 'clk.forged',
  stage: 'arrival',
  kinds: ['click', 'impression'],
  needs: [],
  looksAt:
    'An own signed link or pixel came with a signature that does not hold: a parameter was changed, the key is not one of this package and publisher, or a link that holds once came a second time. Or it came without one, and its campaign refuses unsigned links. The link did not go on. Nobody else can send such an event: our link notes what it did. A link that has only expired makes its click suspect.',
  falsePositives:
    'Somebody who goes back or reloads a page and so follows a link that holds once again; programs that add a parameter of their own to every address they pass on; servers that sign with a key that was replaced more than a day and a half ago; links without a signature that were handed out before the campaign refused those. Links that were kept and followed late are expired, not forged.',
  source: 'AppsFlyer click signing (HMAC-SHA256 and expiry; what does not hold is refused and reported by itself)',
  limits: {},
  cases: () => [
    {
      verdict: 'fraud',
      when: oneOf('handling_reason', ['signature_invalid', 'signature_replayed', 'signature_missing']),
    },
    { verdict: 'suspect', when: eq('handling_reason', 'signature_expired') },
  ],
  aspects: () => [
    {
      id: 'invalid',
      title: 'Link changed or signed with a foreign key',
      when: eq('handling_reason', 'signature_invalid'),
    },
    { id: 'replayed', title: 'Link that holds once used again', when: eq('handling_reason', 'signature_replayed') },
    {
      id: 'missing',
      title: 'Unsigned link of a campaign that refuses those',
      when: eq('handling_reason', 'signature_missing'),
    },
    { id: 'expired', title: 'Link expired', when: eq('handling_reason', 'signature_expired') },
  ],
});

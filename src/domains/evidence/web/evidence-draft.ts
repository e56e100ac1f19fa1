import { platformOf, WINDOW_PLATFORMS } from '#domains/evidence/contract/claim-windows.ts';
import type { EvidenceAsked } from '#domains/evidence/contract/evidence-href.ts';
import { addDays, addMonths } from '#platform/contract/date-range.ts';

/** The choice of no window in a list that has no empty one. */
export const NO_WINDOW = 'none';

export interface EvidenceDraft extends Required<EvidenceAsked> {
  platform: string;
  window_days: string;
  masked: boolean;
}

/** What is sent of it. */
export function bodyOf(packageName: string, { platform, window_days, ...draft }: EvidenceDraft) {
  const known = WINDOW_PLATFORMS.find((each) => each === platform);
  return {
    package_name: packageName,
    ...draft,
    ...(known ? { platform: known } : {}),
    ...(known === 'other' && window_days !== '' ? { window_days: Number(window_days) } : {}),
  };
}

/** The month before, unless another page said which days. */
export function draftOf(asked: EvidenceAsked, today: string): EvidenceDraft {
  const first = addMonths(`${today.slice(0, 7)}-01`, -1);
  const { publisher = '', campaign = '', event = '', category = '' } = asked;
  return {
    publisher,
    period_from: asked.period_from ?? first,
    period_to: asked.period_to ?? addDays(addMonths(first, 1), -1),
    campaign,
    event,
    category,
    platform: platformOf(publisher) ?? NO_WINDOW,
    window_days: '',
    masked: true,
  };
}

import type { GuardAnswer, GuardedConversion } from '#domains/integrity/contract/guard.ts';
import { kindOf } from './conversion-rows.ts';
import type { Candidate } from './weigh-postback.ts';

/** Rules of user acquisition, before a conversion is counted. */
export interface ConversionGuard {
  checkConversion(conversion: GuardedConversion): Promise<GuardAnswer>;
}

/** Whatever a rule says but that it may pass, it is paid nothing; its click has the address and the agent. */
export async function guarded(guard: ConversionGuard, candidate: Candidate): Promise<Candidate> {
  if (candidate.fault !== '') return candidate;
  const { touch, campaign, publisher, event, at } = candidate;
  const { given } = touch;
  const { action, reason } = await guard.checkConversion({
    kind: kindOf(campaign, event),
    packageName: touch.package_name,
    campaignId: campaign.row.id,
    at,
    ip: given['ip'] ?? '',
    userAgent: given['user_agent'] ?? '',
    deviceId: given['gaid'] ?? given['idfa'] ?? '',
    publisher: publisher?.name ?? given['publisher'] ?? '',
    subPublisher: given['sub1'] ?? '',
    eventName: event,
    secondsAfterClick: Math.max(0, (at.getTime() - touch.at.getTime()) / 1000),
  });
  return action === 'allow' ? candidate : { ...candidate, fault: reason };
}

import type { RawColumnName } from '#traffic/event/contract/event.ts';
import type { FactName, LINK_FACTS, WINDOW_FACTS } from '#traffic/event/contract/facts.ts';
import { clickDelaySeconds } from './click-delay.ts';
import type { CrawlerCheck, Enricher } from './enrich.ts';
import { idFlaw } from './id-flaw.ts';
import { browserAgeMonths, osUnsupportedMonths, RELEASED_AFTER, releasedAfter } from './releases.ts';
import { type ReportedEvent, reportFacts, secondsBetween } from './report-facts.ts';
import { normalOs } from './user-agent.ts';

/** Raw columns the facts of one event are made from. Absent and '' both mean "not reported". */
type TextColumn = Extract<
  RawColumnName,
  | 'user_agent'
  | 'ip'
  | 'declared_os'
  | 'declared_os_version'
  | 'device_model'
  | 'device_brand'
  | 'device_id'
  | 'click_id'
  | 'email_domain'
>;

export type EventToEnrich = ReportedEvent & {
  readonly [C in TextColumn]?: string;
};

/** Facts of the event alone; those that need other stored events are computed in the store. */
export type EventFactName = Exclude<FactName, (typeof WINDOW_FACTS)[number] | (typeof LINK_FACTS)[number]>;
export type EventFacts = { [F in EventFactName]: string | number | null };

/** All facts that one event gives by itself. Pure: what it answers depends on the event and the lists only. */
export function enrichEvent(enricher: Enricher, event: EventToEnrich): EventFacts {
  const ua = enricher.userAgent(event.user_agent ?? '');
  const address = enricher.address(event.ip ?? '');
  const declaredOs = normalOs(event.declared_os ?? '');
  const os = ua.os || declaredOs;
  // A declared version belongs to the declared system: it must not date another one the agent names.
  const os_version = ua.os_version || (declaredOs === '' || declaredOs === os ? (event.declared_os_version ?? '') : '');
  const device = enricher.device({
    model: event.device_model ?? '',
    brand: event.device_brand ?? '',
    os: event.declared_os ?? '',
    osVersion: event.declared_os_version ?? '',
    userAgent: event.user_agent ?? '',
    deviceId: event.device_id ?? '',
  });
  const report = reportFacts(event, address);
  return {
    // Written out: copying objects per event costs more than all look-ups together.
    ua_class: ua.ua_class,
    ua_bot: ua.ua_bot,
    ua_bot_match: ua.ua_bot_match,
    browser: ua.browser,
    browser_version: ua.browser_version,
    os,
    os_version,
    device_type: ua.device_type,
    ip_class: address.ip_class,
    ip_list: address.ip_list,
    ip_country: address.ip_country,
    asn: address.asn,
    as_name: address.as_name,
    browser_age_months: browserAgeMonths(ua.browser, ua.browser_version, event.ts),
    os_unsupported_months: osUnsupportedMonths(os, os_version, event.ts),
    crawler_check: ua.claimed_crawler && address.ip_class ? checkedThen(enricher, ua.claimed_crawler, event) : '',
    device_id_class: device.device_id_class,
    id_flaw: idFlaw(
      { kind: event.kind ?? '', device_id: event.device_id ?? '', click_id: event.click_id ?? '' },
      device.device_id_class,
    ),
    device_signs: device.device_signs,
    device_conflict:
      device.device_conflict ||
      (releasedAfter('os', os, os_version, event.ts) && RELEASED_AFTER.os) ||
      (releasedAfter('browser', ua.browser, ua.browser_version, event.ts) && RELEASED_AFTER.browser) ||
      '',
    ctit_seconds: secondsBetween(event.click_time, event.install_time),
    click_after_begin_seconds: secondsBetween(event.install_begin_time, event.click_time),
    store_click_after_begin_seconds: secondsBetween(event.install_begin_time, event.referrer_click_time),
    impression_to_click_seconds: clickDelaySeconds(event),
    country_conflict: report.country_conflict,
    domain_conflict: report.domain_conflict,
    referrer_conflict: report.referrer_conflict,
    order_break: report.order_break,
    order_break_seconds: report.order_break_seconds,
    install_to_event_seconds: report.install_to_event_seconds,
    viewable_after_seconds: report.viewable_after_seconds,
    ad_area: report.ad_area,
    email_class: event.email_domain ? enricher.emailClass(event.email_domain) : '',
  };
}

/** Ranges without a history say nothing about who had an address before them. */
function checkedThen(enricher: Enricher, crawler: string, { ip = '', ts }: EventToEnrich): CrawlerCheck {
  const check = enricher.crawlerCheck(crawler, ip);
  const from = enricher.crawlerListedFrom(crawler);
  return check !== 'unlisted' && from !== null && ts.toISOString().slice(0, 10) < from ? 'before_list' : check;
}

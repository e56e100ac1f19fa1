/**
 * First reason of an invalid event that nothing on its row gives away (the click of an injected install is an ordinary
 * click). Calling it is right, missing it is no miss.
 */
export const UNSEEN = 'unseen';

/** Reasons that one event and its short window can prove, after the taxonomy of the field. */
export const DETERMINISTIC: ReadonlySet<string> = new Set([
  'bot.declared',
  'bot.spoofed_crawler',
  'bot.non_browser',
  'bot.automation',
  'bot.prefetch',
  'bot.ua_inconsistent',
  'net.datacenter',
  'net.anonymizer',
  'dev.emulator',
  'dev.implausible',
  'dev.malformed_id',
  'dev.deprecated',
  'dev.id_reset',
  'clk.duplicate',
  'clk.frequency',
  'clk.fast',
  'clk.injection',
  'ins.sdk_spoofing',
  'ins.duplicate',
  'evt.duplicate',
  'evt.too_fast',
  'evt.sequence',
  'evt.inherited',
  'evt.lead_fake',
  'reng.active_user',
  'reng.loop',
  'imp.stacking',
  'imp.pixel_stuffing',
  'imp.auto_refresh',
  'imp.domain_spoofing',
  'imp.app_spoofing',
  'imp.frequency_cap',
  'vid.event_order',
  'vid.ssai_spoof',
]);

/** Reasons that only the statistics of a source can give. */
export const STATISTICAL: ReadonlySet<string> = new Set([
  'clk.flooding',
  'clk.hijack',
  'clk.stuffing',
  'clk.farm',
  'clk.no_impression',
  'bot.behaviour',
  'net.residential_proxy',
  'net.geo_mismatch',
  'net.ip_concentration',
  'net.correlated_ips',
  'dev.farm',
  'ins.bot',
  'ins.incent',
  'ins.policy',
  'evt.fake',
  'imp.hidden',
  'imp.mfa',
  'imp.unauthorized_seller',
  'imp.false_viewability',
  'vid.never_completes',
  'vid.error_rate',
]);

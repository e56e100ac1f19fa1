import type { ReasonCode } from '#traffic/event/contract/reasons.ts';

/**
 * By what further names people know an attack, in the field's English and as partners of other languages write it.
 * Searched beside the name of the reason, never shown: contracts, vendors and papers each call it otherwise.
 */
export const ATTACK_WORDS: Readonly<Record<ReasonCode, string>> = {
  'clk.duplicate': 'duplicate clicks, double clicks, click refresh, replay, Doppelklick, clic double, doble clic',
  'ins.duplicate': 'duplicate installs, reinstalls, double attribution, Neuinstallation',
  'bot.declared': 'GIVT, known bots, crawlers, spiders, monitors, scrapers, robots',
  'bot.spoofed_crawler': 'fake Googlebot, spoofed user agent, crawler impersonation',
  'bot.non_browser': 'scripts, curl, python, HTTP library, blank user agent, scraping, malformed user agent',
  'bot.automation': 'headless browser, Selenium, Puppeteer, Playwright, webdriver, botnet, ad bots',
  'clk.forged': 'link tampering, replay attack, signed links, click signing, forged clicks, link hijacking',
  'clk.injection':
    'click injection, install hijacking, CTIT, click to install time, TTI, install broadcast, referrer injection, Klickinjektion, inyección de clics, injection de clics',
  'ins.sdk_spoofing':
    'SDK spoofing, SDK hacking, traffic spoofing, replay attack, fake installs, server to server fraud',
  'net.datacenter': 'data center traffic, hosting, cloud, server farm, proxy traffic, GIVT',
  'net.anonymizer': 'VPN, proxy, Tor, residential proxy, masked IP, anonymiser',
  'dev.emulator': 'emulators, virtual devices, simulators, bots, BlueStacks',
  'dev.implausible': 'device spoofing, fake devices, user agent spoofing, made-up devices',
  'dev.malformed_id': 'missing IDFA, missing GAID, LAT, zeroed advertising id, fake device ids',
  'dev.deprecated': 'old browser, outdated OS, old user agents, botnet',
  'clk.fast': 'fast clicks, auto click, click bots, time to click',
  'clk.flooding':
    'click flooding, click spamming, click spam, click stuffing, organic poaching, organic theft, CTIT, low conversion, assist spam, Klickspam, Klickflut, spam de clics, clic flooding',
  'clk.frequency': 'click spamming, click farm, click bots, click bombing, repeated clicks, velocity',
  'evt.inherited': 'post-install fraud, in-app event fraud, CPA fraud',
  'evt.duplicate': 'duplicate orders, duplicate transactions, receipt replay, CPS fraud',
  'bot.prefetch': 'prefetch, prerender, preview',
  'bot.ua_inconsistent': 'user agent mismatch, client hints, header inconsistency, user agent spoofing',
  'bot.behaviour': 'bots, scripts, machine behaviour, no day and night, botnet, automation',
  'net.geo_mismatch': 'geo fraud, geo masking, location spoofing, country mismatch, proxy, VPN',
  'net.ip_concentration': 'IP concentration, few IPs, click farm, device farm, botnet',
  'net.correlated_ips': 'botnet, correlated IPs, coordinated addresses',
  'dev.farm':
    'device farm, phone farm, install farm, install farms, Installationsfarm, click farm, incentivised fraud, Gerätefarm, granja de dispositivos, ferme de téléphones',
  'dev.id_reset': 'device ID reset, DeviceID reset fraud, LAT fraud, install farm, device farm, id rotation',
  'dev.click_mismatch': 'cross-device mismatch, click spamming, probabilistic attribution, fingerprint mismatch',
  'clk.no_impression': 'clicks without impressions, click stuffing, cookie stuffing, abnormal CTR, view spamming',
  'clk.hijack': 'install hijacking, attribution hijacking, attribution fraud, referrer mismatch, store referrer',
  'ins.incent': 'incentivised installs, incent traffic, reward installs, bought installs, motivated traffic, CPI fraud',
  'evt.fake':
    'fake purchases, receipt fraud, in-app purchase fraud, event spoofing, CPA fraud, ROAS fraud, fake revenue',
  'evt.too_fast': 'fake events, event spoofing, time to event, bots, CPA fraud',
  'evt.sequence': 'event spoofing, impossible funnel, fake events',
  'evt.lead_fake': 'lead fraud, fake leads, CPL fraud, form bots, throw-away mail',
  'reng.active_user': 'retargeting fraud, re-engagement poaching, attribution fraud',
  'reng.loop': 'retargeting fraud, re-engagement spam',
  'imp.stacking': 'ad stacking, stacked ads, hidden ads, invisible ads, impression fraud',
  'imp.pixel_stuffing': 'pixel stuffing, 1x1, invisible ads, hidden ads, impression fraud',
  'imp.auto_refresh': 'auto refresh, ad refresh, reload, impression inflation',
  'imp.domain_spoofing': 'domain spoofing, URL masking, inventory spoofing, domain laundering',
  'imp.app_spoofing': 'app spoofing, bundle spoofing, misrepresentation, bundle id',
  'imp.unauthorized_seller': 'ads.txt, app-ads.txt, sellers.json, counterfeit inventory, reselling',
  'imp.mfa': 'MFA, made for advertising, clickbait, ad arbitrage',
  'imp.frequency_cap': 'frequency capping, over-delivery, impression cap',
  'imp.brand_unsafe': 'brand safety, unsafe content, placement',
  'imp.false_viewability': 'viewability fraud, view spoofing, background ads, hidden ads, impression fraud',
  'vid.event_order': 'video fraud, VAST spoofing, fake quartiles, video event spoofing',
  'vid.never_completes': 'video fraud, completion rate, out-stream, background video',
  'vid.error_rate': 'VAST errors, video errors, wrapper errors',
  'vid.ssai_spoof': 'SSAI spoofing, server-side ad insertion, CTV fraud, OTT fraud, device spoofing',
  'human.fraud': 'manual decision, marked by hand',
  'human.source': 'manual decision, confirmed source',
  'human.refused': 'click integrity, impression integrity, own rules, blocked click',
  'human.blocked': 'manual decision, block list, blacklist, deny list, standing rule',
};

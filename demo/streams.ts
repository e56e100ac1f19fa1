import type { Rhythm } from './calendar.ts';
import type { PublisherKey } from './publishers.ts';
import type { ScenarioKey } from './scenarios/catalogue.ts';

/** Who does what how much. Shares are relative weights of the events of the package. */
export interface Stream {
  publisher: PublisherKey;
  scenario: ScenarioKey;
  share: number;
  rhythm?: Rhythm;
  /** Begins that many days before the end; missing means from the first day. */
  lastDays?: number;
  /** Happens on the sale day only. */
  saleDay?: true;
  /** All of it on the bad site of the mixed publisher. */
  badSite?: true;
}

/** Fraud of the stepping publisher starts four weeks before the end: every monthly board shows the step. */
export const STEP_DAYS = 28;
/** The flash sale lies that many days before the end. */
export const SALE_DAYS_BACK = 22;

type Extra = Omit<Stream, 'publisher' | 'scenario' | 'share'>;
const stream = (publisher: PublisherKey, scenario: ScenarioKey, share: number, extra: Extra = {}): Stream => ({
  publisher,
  scenario,
  share,
  ...extra,
});

const machine = { rhythm: 'machine' } as const;
const step = { rhythm: 'machine', lastDays: STEP_DAYS } as const;
const badSite = { rhythm: 'machine', badSite: true } as const;

export const STREAMS: Record<'web' | 'app', readonly Stream[]> = {
  web: [
    stream('quellana', 'web_people', 20),
    stream('quellana', 'web_carrier_nat', 1.6),
    stream('quellana', 'flash_sale', 1.2, { saleDay: true }),
    stream('paperlark', 'web_people', 19),
    stream('paperlark', 'web_old_phones', 0.8),
    stream('paperlark', 'flash_sale', 1, { saleDay: true }),
    stream('yarrowline', 'web_people', 3),
    stream('yarrowline', 'price_compare', 4),
    stream('calmera', 'web_people', 9),
    stream('tulloway', 'web_people', 0.06),
    stream('kestermill', 'web_people', 5),
    stream('kestermill', 'duplicate_clicks', 0.7),
    stream('vossel', 'web_people', 1.8),
    stream('vossel', 'datacenter_bots', 4.6, machine),
    stream('vossel', 'click_bursts', 2, machine),
    stream('vossel', 'duplicate_clicks', 0.8, machine),
    stream('mirabeck', 'web_people', 5.5),
    stream('mirabeck', 'datacenter_bots', 0.8, badSite),
    stream('mirabeck', 'fast_clicks', 1, badSite),
    stream('ostrana', 'web_people', 5),
    stream('ostrana', 'fast_clicks', 1.6, step),
    stream('ostrana', 'deprecated_browsers', 1.8, step),
    stream('direct', 'web_people', 10),
    stream('direct', 'office_network', 1.2, { rhythm: 'office' }),
    stream('direct', 'declared_bots', 1, machine),
    stream('direct', 'verified_crawler', 0.7, machine),
    stream('direct', 'spoofed_crawlers', 0.7, machine),
    stream('mirabeck', 'fake_leads', 0.3, badSite),
  ],
  app: [
    stream('quellanaApps', 'app_people', 14),
    stream('quellanaApps', 'reinstallers', 1),
    stream('quellanaApps', 'app_carrier_nat', 1),
    stream('paperlark', 'app_people', 11),
    stream('paperlark', 'app_old_phones', 1),
    stream('glimmerhatch', 'video_viewers', 20),
    stream('glimmerhatch', 'video_marathon', 2),
    stream('glimmerhatch', 'app_people', 4),
    stream('cobblepeak', 'won_back', 8),
    stream('cobblepeak', 'app_people', 3),
    stream('dunmarrow', 'app_people', 0.05),
    stream('organic', 'app_people', 11),
    stream('tapsorrow', 'app_people', 0.6),
    stream('tapsorrow', 'click_flooding', 10, machine),
    stream('fennwick', 'app_people', 2.5),
    stream('fennwick', 'click_injection', 1.8),
    stream('fennwick', 'short_ctit', 1),
    stream('pelagio', 'app_people', 3),
    stream('pelagio', 'duplicate_installs', 1.2),
    stream('pelagio', 'malformed_ids', 1.2, machine),
    stream('zephandra', 'app_people', 1.2),
    stream('zephandra', 'impossible_devices', 1.2, machine),
    stream('zephandra', 'device_farm', 1, machine),
    stream('zephandra', 'sdk_spoofing', 0.9, machine),
    stream('mirabeck', 'app_people', 3),
    stream('mirabeck', 'emulators', 1.4, badSite),
    stream('ostrana', 'app_people', 3),
    stream('ostrana', 'datacenter_installs', 1, step),
    stream('ostrana', 'click_bursts', 0.8, step),
    stream('ostrana', 'video_robots', 1.6, step),
    stream('mirabeck', 'stacked_ads', 0.5, badSite),
    stream('mirabeck', 'pixel_ads', 0.3, badSite),
    stream('tapsorrow', 'replayed_clicks', 0.5, machine),
    stream('pelagio', 'repeated_orders', 0.4),
    stream('ostrana', 'scripted_videos', 0.4, step),
    stream('ostrana', 'won_back', 0.6),
    stream('ostrana', 'returning_robots', 0.25, step),
    stream('ostrana', 'repeated_returns', 0.15, step),
  ],
};

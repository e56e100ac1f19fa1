import { addressIn } from '#demo/addresses.ts';
import { SECOND } from '#demo/calendar.ts';
import { NETWORKS } from '#demo/data/networks.ts';
import type { Reported } from '../event.ts';
import { usualWebAudience } from '../honest/odd-web.ts';
import { MARKETS } from '../honest/parameters.ts';
import { reported } from '../honest/people.ts';
import { AD_SIZES, playWebAudience } from '../honest/web-journey.ts';
import { scenario } from '../scenario.ts';
import { countryOf } from '../stage.ts';

const MASKED = ['net.geo_mismatch', 'net.residential_proxy', 'ins.policy'] as const;

/** Cheap traffic sold as traffic of a dear country. */
export const GEO_MASKING = scenario({
  id: 'geo_masking',
  title: 'Geo masking',
  side: 'web',
  level: 'source',
  kind: 'click',
  accepts: MASKED,
  sources: 12,
  volume: 'clicks',
  deciding: {
    words: 'share of events whose address lies in another country than declared',
    unit: 'source',
    measure: 'abroad',
  },
  basis:
    'Spider AF on geo masking; norm of 0.7 % for honest sources (jampp 2016), carrier gateways and roaming beside. Shares ours',
  parameters: {
    clicks: { words: 'clicks', easy: [500, 2000], medium: [500, 2000], hard: [500, 2000] },
    genuineShare: { words: 'genuine clicks beside, share', easy: [0, 0.1], medium: [0.1, 0.6], hard: [0.5, 1.5] },
    abroad: {
      words: 'share of the sold clicks that shows its true country',
      easy: [0.9, 1],
      medium: [0.05, 0.5],
      hard: [0.01, 0.06],
    },
  },
  play: (stage, values) => {
    const { random } = stage;
    const usual = usualWebAudience(stage);
    playWebAudience(stage, { ...usual, clicks: Math.round(values.clicks * values.genuineShare) });
    const sold = countryOf(random.pick(MARKETS.rich));
    for (let click = 0; click < values.clicks; click++) {
      const person = stage.person({ country: countryOf(random.pick(MARKETS.poor)), phone: true });
      const home = addressIn(random, random.pick<string>(NETWORKS[sold.code].fixed));
      const seen: Reported = {
        ...reported(person, person.browserAgent),
        ip: random.chance(values.abroad) ? person.ip : home,
        declared_country: sold.code,
        language: sold.language,
      };
      const ad = { ...stage.ad(), site: `${stage.source.sub}.example`, ...random.pick(AD_SIZES) };
      const at = stage.moment(person.country, 'shop');
      stage.emit('click', at, MASKED, ad, seen, { click_id: random.hex(16) });
      if (random.chance(0.7))
        stage.emit('visit', at + 2 * SECOND, MASKED, ad, seen, { page_id: '/', url: 'https://shop.example/' });
    }
  },
});

const DISGUISED = ['imp.domain_spoofing', 'imp.unauthorized_seller', 'imp.app_spoofing'] as const;

/** Ads on worthless pages that are sold under the name of a newspaper. */
export const DOMAIN_SPOOFING = scenario({
  id: 'domain_spoofing',
  title: 'Domain spoofing',
  side: 'web',
  level: 'event',
  kind: 'impression',
  accepts: DISGUISED,
  sources: 12,
  volume: 'impressions',
  deciding: { words: 'declared site against the page the browser names', unit: 'event', measure: 'siteAgreement' },
  basis:
    'DoubleVerify and mFilterIt on URL masking; a quarter of honest events has no referrer, 1 % one of a page accelerator. Shares ours',
  parameters: {
    impressions: { words: 'impressions', easy: [300, 900], medium: [300, 900], hard: [300, 900] },
    genuineShare: { words: 'genuine clicks beside, share', easy: [0, 0.1], medium: [0.05, 0.3], hard: [0.3, 0.8] },
    named: { words: 'share whose browser names the true page', easy: [1, 1], medium: [0.9, 1], hard: [0.3, 0.6] },
  },
  play: (stage, values) => {
    const { random } = stage;
    const usual = usualWebAudience(stage);
    playWebAudience(stage, { ...usual, clicks: Math.round(values.impressions * values.genuineShare) });
    for (let impression = 0; impression < values.impressions; impression++) {
      const person = stage.person();
      const ad: Reported = {
        ...stage.ad(),
        ...random.pick(AD_SIZES),
        site: random.pick(['daily-courier.example', 'morning-post.example', 'finance-weekly.example']),
      };
      if (random.chance(values.named)) ad.referrer = `https://${random.hex(6)}-clips.example/v/${random.int(1, 999)}`;
      const at = stage.moment(person.country, 'shop');
      stage.emit('impression', at, DISGUISED, ad, reported(person, person.browserAgent));
    }
  },
});

import { SECOND } from '#demo/calendar.ts';
import { installColumns, playAudience } from '../honest/app-journey.ts';
import { liveWithApp } from '../honest/app-life.ts';
import { usualAudience } from '../honest/odd-app.ts';
import { reported } from '../honest/people.ts';
import { scenario } from '../scenario.ts';
import { UNSEEN } from '../truth.ts';

const INSTALLS = ['clk.injection', 'clk.hijack', 'ins.sdk_spoofing'] as const;
const CLICK = [UNSEEN, 'clk.injection'] as const;
const EVENTS = ['evt.inherited', 'clk.injection'] as const;

/**
 * An app on the phone hears that another is being installed and fires a click before it is opened for the first time.
 */
export const CLICK_INJECTION = scenario({
  id: 'click_injection',
  title: 'Click injection',
  side: 'app',
  level: 'event',
  kind: 'install',
  accepts: INSTALLS,
  sources: 14,
  volume: 'installs',
  deciding: {
    words: 'seconds from the beginning of the install to the click (without that time: click to install)',
    unit: 'event',
    measure: 'clickAfterBegin',
  },
  basis:
    'Google Play referrer API and Adjust on engagement injection: the click follows the begin of the install; Play reports that time, other stores do not; AppsFlyer: 3 to 10 s to the first open is suspect',
  parameters: {
    installs: { words: 'installs claimed', easy: [60, 200], medium: [60, 200], hard: [60, 200] },
    genuineShare: {
      words: 'genuine installs beside, share of claimed',
      easy: [0, 0.1],
      medium: [0.1, 0.6],
      hard: [0.5, 1.5],
    },
    beginKnown: {
      words: 'share with the begin of the install reported',
      easy: [1, 1],
      medium: [0.9, 1],
      hard: [0.2, 0.5],
    },
    earliest: {
      words: 'earliest click, share of the download passed',
      easy: [0.7, 0.8],
      medium: [0.1, 0.5],
      hard: [0, 0.2],
    },
    downloadSeconds: { words: 'median download, seconds', easy: [30, 45], medium: [30, 90], hard: [60, 180] },
  },
  play: (stage, values) => {
    const { random } = stage;
    const usual = usualAudience(stage);
    playAudience(stage, { ...usual, installs: Math.round(values.installs * values.genuineShare) });
    for (let install = 0; install < values.installs; install++) {
      // The trick needs Android.
      let person = usual.person(stage);
      while (person.os !== 'Android') person = usual.person(stage);
      const at = stage.moment(person.country, 'game');
      const download = (2 + random.logNormal(values.downloadSeconds, 0.7)) * SECOND;
      const begin = at - download;
      const clicked = {
        at: begin + download * random.between(values.earliest, 0.98),
        id: random.hex(16),
        ad: stage.ad(),
      };
      stage.emit('click', clicked.at, CLICK, clicked.ad, reported(person, person.viewAgent), { click_id: clicked.id });
      const columns = installColumns(person, clicked, at, random.chance(values.beginKnown) ? begin : null);
      const device = reported(person, person.appAgent);
      if (stage.emit('install', at, INSTALLS, clicked.ad, device, columns))
        liveWithApp(stage, person, clicked.ad, at, { reasons: EVENTS });
    }
  },
});

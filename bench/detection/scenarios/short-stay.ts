import { SECOND } from '#demo/calendar.ts';
import { installColumns, playAudience } from '../honest/app-journey.ts';
import { habitsOf, liveWithApp } from '../honest/app-life.ts';
import { usualAudience } from '../honest/odd-app.ts';
import { clickToInstall, reported } from '../honest/people.ts';
import { scenario } from '../scenario.ts';
import { roughly } from '../stage.ts';

const PAID_DAYS = ['ins.incent', 'ins.bot', 'dev.farm', 'clk.farm'] as const;

/** People, or phones, that are paid for opening the app on the days an advertiser looks at, and are gone after them. */
export const SHORT_STAY = scenario({
  id: 'short_stay',
  title: 'Installs that are gone after a week',
  side: 'app',
  level: 'source',
  kind: 'install',
  accepts: PAID_DAYS,
  sources: 10,
  volume: 'installs',
  deciding: {
    words: 'share of installs that open the app on day 7',
    unit: 'source',
    measure: 'weekLater',
  },
  basis:
    'mFilterIt on incent walls (installs that meet the early figures and are gone within days), Fraudlogix 2019 (a large part of the users stops after the same time), AppsFlyer on mislabelled incentives (found by retention). Clicks and the first days are those of an honest source; days and shares are ours',
  parameters: {
    installs: { words: 'installs', easy: [200, 600], medium: [200, 600], hard: [200, 600] },
    genuineShare: { words: 'genuine installs beside, share', easy: [0, 0.1], medium: [0.1, 0.5], hard: [0.5, 1.5] },
    clicksPerInstall: { words: 'clicks per install', easy: [3, 14], medium: [3, 14], hard: [3, 14] },
    nextDay: {
      words: 'share that opens the app on the day after',
      easy: [0.25, 0.45],
      medium: [0.25, 0.45],
      hard: [0.25, 0.45],
    },
    paidDays: { words: 'last day that is paid for', easy: [1, 3], medium: [1, 5], hard: [3, 6] },
    left: {
      words: 'of those who would still be there afterwards, the share that is',
      easy: [0, 0.05],
      medium: [0, 0.25],
      hard: [0.3, 0.6],
    },
  },
  play: (stage, values) => {
    const { random } = stage;
    const usual = usualAudience(stage);
    const { decay } = habitsOf(stage);
    playAudience(stage, { ...usual, installs: Math.round(values.installs * values.genuineShare) });
    const opens = (day: number) =>
      values.nextDay * day ** -decay * (day <= Math.round(values.paidDays) ? 1 : values.left);
    for (let install = 0; install < values.installs; install++) {
      const person = usual.person(stage);
      for (let others = roughly(random, values.clicksPerInstall - 1); others > 0; others--) {
        const other = usual.person(stage);
        const at = stage.moment(other.country, 'game');
        const click_id = random.hex(16);
        stage.emit('click', at, PAID_DAYS, stage.ad(), reported(other, other.viewAgent), { click_id });
      }
      const clicked = { at: stage.moment(person.country, 'game'), id: random.hex(16), ad: stage.ad() };
      const seen = reported(person, person.viewAgent);
      stage.emit('click', clicked.at, PAID_DAYS, clicked.ad, seen, { click_id: clicked.id });
      const seconds = clickToInstall(random, usual.pace);
      const at = clicked.at + seconds * SECOND;
      const begin = at - Math.min(seconds * 0.9, random.logNormal(45, 0.9)) * SECOND;
      const columns = installColumns(person, clicked, at, begin);
      if (stage.emit('install', at, PAID_DAYS, clicked.ad, reported(person, person.appAgent), columns))
        liveWithApp(stage, person, clicked.ad, at, { reasons: PAID_DAYS, opens, eager: 0.6 });
    }
  },
});

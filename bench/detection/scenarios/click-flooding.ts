import { HOUR, SECOND } from '#demo/calendar.ts';
import { installColumns, playAudience } from '../honest/app-journey.ts';
import { liveWithApp } from '../honest/app-life.ts';
import { usualAudience } from '../honest/odd-app.ts';
import { reported } from '../honest/people.ts';
import { type Span, scenario } from '../scenario.ts';
import { roughly, type Stage } from '../stage.ts';

const CLICKS = ['clk.flooding', 'clk.frequency', 'clk.duplicate', 'clk.stuffing', 'clk.no_impression'] as const;
const INSTALLS = ['clk.flooding', 'clk.hijack'] as const;
const EVENTS = ['clk.flooding', 'evt.inherited'] as const;

/**
 * Clicks are sent in the name of people who never saw an ad; whoever of them installs by chance within the window is
 * claimed. So the time from click to install knows nothing of the person: it is spread over the whole window.
 */
const flooding = (rate: string, sources: number, installs: Span, clicksPerInstall: Span) =>
  scenario({
    id: `click_flooding_${rate}`,
    title: `Click flooding, ${rate} rate`,
    side: 'app',
    level: 'source',
    kind: 'install',
    accepts: INSTALLS,
    sources,
    volume: 'installs',
    deciding: { words: 'share of installs within an hour of the click', unit: 'source', measure: 'withinHour' },
    basis:
      'Adjust and Branch on click spam (most spam installs after 3 h, 10 times the clicks of peers); norms of 75 to 85 % within an hour; windows of 1 to 7 days are what networks offer',
    parameters: {
      installs: { words: 'installs claimed', easy: installs, medium: installs, hard: installs },
      clicksPerInstall: {
        words: 'clicks sent for each claimed install',
        easy: [clicksPerInstall[0] * 1.5, clicksPerInstall[1] * 1.5],
        medium: clicksPerInstall,
        hard: [clicksPerInstall[0] / 3, clicksPerInstall[1] / 2],
      },
      windowHours: { words: 'attribution window, hours', easy: [96, 168], medium: [12, 72], hard: [8, 24] },
      genuineShare: {
        words: 'genuine installs beside, share of claimed',
        easy: [0, 0.05],
        medium: [0.3, 1.2],
        hard: [0.5, 1.5],
      },
      clicksPerDevice: { words: 'clicks in the name of one device', easy: [2, 5], medium: [1, 3], hard: [1, 1.5] },
    },
    play: (stage, values) => {
      const { random } = stage;
      const usual = usualAudience(stage);
      playAudience(stage, { ...usual, installs: Math.round(values.installs * values.genuineShare) });
      for (let install = 0; install < values.installs; install++) {
        const person = usual.person(stage);
        const at = stage.moment(person.country, 'game');
        const clicked = {
          at: at - (5 * SECOND + random.next() * values.windowHours * HOUR),
          id: random.hex(16),
          ad: stage.ad(),
        };
        stage.emit('click', clicked.at, CLICKS, clicked.ad, reported(person, person.viewAgent), {
          click_id: clicked.id,
        });
        const begin = at - random.logNormal(45, 0.9) * SECOND;
        const columns = installColumns(person, clicked, at, Math.max(begin, clicked.at + 2 * SECOND));
        const device = reported(person, person.appAgent);
        if (stage.emit('install', at, INSTALLS, clicked.ad, device, columns))
          liveWithApp(stage, person, clicked.ad, at, { reasons: EVENTS });
      }
      flood(stage, values.installs * values.clicksPerInstall, values.clicksPerDevice);
    },
  });

/** Clicks without anybody, by day and by night. */
function flood(stage: Stage, clicks: number, clicksPerDevice: number): void {
  const { random } = stage;
  for (let sent = 0; sent < clicks; ) {
    const person = stage.person();
    const seen = reported(person, person.viewAgent);
    for (let again = Math.max(1, roughly(random, clicksPerDevice)); again > 0; again--, sent++) {
      const at = stage.moment(person.country, random.chance(0.5) ? 'game' : 'machine');
      stage.emit('click', at, CLICKS, stage.ad(), seen, { click_id: random.hex(16) });
    }
  }
}

/**
 * A statistic needs numbers: field norms ask for 50 installs in a window, so sources here claim that many in a week or
 * nearly.
 */
export const CLICK_FLOODING = [
  flooding('low', 8, [100, 250], [40, 100]),
  flooding('mid', 5, [80, 160], [120, 220]),
  flooding('high', 3, [60, 100], [400, 700]),
] as const;

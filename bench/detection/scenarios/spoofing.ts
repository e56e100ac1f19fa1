import { iso, SECOND } from '#demo/calendar.ts';
import { EMULATORS } from '#demo/data/devices.ts';
import { machineAgents } from '#demo/people.ts';
import type { Reported } from '../event.ts';
import { installColumns, playAudience } from '../honest/app-journey.ts';
import { liveWithApp } from '../honest/app-life.ts';
import { usualAudience } from '../honest/odd-app.ts';
import { reported } from '../honest/people.ts';
import { scenario } from '../scenario.ts';
import { FIRST_DAY } from '../stage.ts';
import { UNSEEN } from '../truth.ts';

const SPOOFED = ['ins.sdk_spoofing', 'clk.injection', 'evt.sequence'] as const;
const SPOOFED_EVENTS = ['evt.inherited', 'ins.sdk_spoofing', 'evt.fake', 'evt.sequence', 'evt.too_fast'] as const;
const SPOOFED_CLICK = [UNSEEN, 'ins.sdk_spoofing'] as const;

/** Installs that never happened: a server talks to the measurement in the language of its SDK. */
export const SDK_SPOOFING = scenario({
  id: 'sdk_spoofing',
  title: 'SDK spoofing',
  side: 'app',
  level: 'event',
  kind: 'install',
  accepts: SPOOFED,
  sources: 12,
  volume: 'installs',
  deciding: {
    words: 'seconds by which click, begin and first open keep their order, the least of them',
    unit: 'event',
    measure: 'orderSlack',
  },
  basis:
    'Adjust on SDK spoofing and Integr8 "wrong install time": click, begin, end and first open come in the wrong order; those who record a real app get it right. Signatures and receipts are not in the files of this bench',
  parameters: {
    installs: { words: 'installs made up', easy: [60, 200], medium: [60, 200], hard: [60, 200] },
    genuineShare: {
      words: 'genuine installs beside, share of made up',
      easy: [0, 0.1],
      medium: [0.1, 0.6],
      hard: [0.5, 1.5],
    },
    broken: { words: 'share whose times are in the wrong order', easy: [1, 1], medium: [0.9, 0.98], hard: [0.4, 0.6] },
    offSeconds: { words: 'how far they are off, median seconds', easy: [600, 3600], medium: [20, 300], hard: [2, 20] },
  },
  play: (stage, values) => {
    const { random } = stage;
    const usual = usualAudience(stage);
    playAudience(stage, { ...usual, installs: Math.round(values.installs * values.genuineShare) });
    for (let install = 0; install < values.installs; install++) {
      let person = usual.person(stage);
      while (person.os !== 'Android') person = usual.person(stage);
      const at = stage.moment(person.country, random.chance(0.6) ? 'game' : 'machine');
      const off = (1 + random.logNormal(values.offSeconds, 0.8)) * SECOND;
      const plausible = random.logNormal(140, 1) * SECOND;
      const broken = random.chance(values.broken);
      const late = broken && random.chance(0.5);
      const clicked = { at: late ? at + off : at - plausible, id: random.hex(16), ad: stage.ad() };
      const begin = broken && !late ? at + off : at - plausible * 0.5;
      stage.emit('click', clicked.at, SPOOFED_CLICK, clicked.ad, reported(person, person.viewAgent), {
        click_id: clicked.id,
      });
      const columns = installColumns(person, clicked, at, begin);
      const device = reported(person, person.appAgent);
      if (stage.emit('install', at, SPOOFED, clicked.ad, device, columns))
        liveWithApp(stage, person, clicked.ad, at, { reasons: SPOOFED_EVENTS, nextDay: 0.3 });
    }
  },
});

const EMULATED = ['dev.emulator', 'dev.implausible', 'dev.farm'] as const;
const EMULATED_EVENTS = ['evt.inherited', 'dev.emulator', 'dev.implausible'] as const;
const EMULATED_CLICK = [UNSEEN, 'dev.emulator', 'dev.implausible'] as const;

/** Virtual phones on the machines of somebody who is paid by the install. */
export const EMULATED_PHONES = scenario({
  id: 'emulators',
  title: 'Emulators',
  side: 'app',
  level: 'event',
  kind: 'install',
  accepts: EMULATED,
  sources: 8,
  volume: 'installs',
  deciding: { words: 'model names a virtual device', unit: 'event', measure: 'emulatorName' },
  basis: 'Branch signals and names of the Android emulator; the more careful hide them',
  parameters: {
    installs: { words: 'installs', easy: [60, 160], medium: [60, 160], hard: [60, 160] },
    genuineShare: { words: 'genuine installs beside, share', easy: [0, 0.1], medium: [0.1, 0.6], hard: [0.5, 1.5] },
    named: { words: 'share that keeps the name of the emulator', easy: [1, 1], medium: [0.88, 0.98], hard: [0.3, 0.5] },
  },
  play: (stage, values) => {
    const { random } = stage;
    const usual = usualAudience(stage);
    playAudience(stage, { ...usual, installs: Math.round(values.installs * values.genuineShare) });
    for (let install = 0; install < values.installs; install++) {
      let person = usual.person(stage);
      while (person.os !== 'Android') person = usual.person(stage);
      const machine = random.pick(EMULATORS);
      const shown = random.chance(values.named)
        ? { ...person, model: machine.model, brand: machine.brand, ...machineAgents(random, FIRST_DAY, machine) }
        : person;
      const at = stage.moment(person.country, 'machine');
      const clicked = { at: at - random.logNormal(90, 0.7) * SECOND, id: random.hex(16), ad: stage.ad() };
      stage.emit('click', clicked.at, EMULATED_CLICK, clicked.ad, reported(shown, shown.viewAgent), {
        click_id: clicked.id,
      });
      const device: Reported = reported(shown, shown.appAgent);
      const columns = { ...installColumns(shown, clicked, at, null), install_begin_time: iso((clicked.at + at) / 2) };
      if (stage.emit('install', at, EMULATED, clicked.ad, device, columns))
        liveWithApp(stage, shown, clicked.ad, at, { reasons: EMULATED_EVENTS, nextDay: 0.1 });
    }
  },
});

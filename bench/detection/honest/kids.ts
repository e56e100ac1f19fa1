import { SECOND } from '#demo/calendar.ts';
import type { Person } from '#demo/people.ts';
import type { Reported } from '../event.ts';
import { type Stage, VALID } from '../stage.ts';
import { type Audience, type Clicked, installFrom, playAudience } from './app-journey.ts';
import { ODD } from './parameters.ts';
import { clickToInstall, reported } from './people.ts';

const { kids } = ODD;

/** The same person at a tablet: agents of tablets do not say `Mobile`, and those of Apple name the iPad. */
function onTablet(person: Person): Person {
  const model = person.os === 'iOS' ? 'iPad14,3' : 'SM-X210';
  const agent = (text: string): string =>
    person.os === 'iOS'
      ? text.replace('(iPhone; CPU iPhone OS', '(iPad; CPU OS')
      : text.replaceAll(person.model, model).replace(' Mobile Safari', ' Safari');
  return {
    ...person,
    model,
    brand: person.os === 'iOS' ? 'Apple' : 'Samsung',
    wifi: true,
    viewAgent: agent(person.viewAgent),
    appAgent: agent(person.appAgent),
  };
}

/** Somebody with a tablet of the system asked for. */
function child(stage: Stage, { person }: Audience): Person {
  const os = stage.random.chance(kids.apple) ? 'iOS' : 'Android';
  for (;;) {
    const drawn = person(stage);
    if (drawn.os === os) return onTablet(drawn);
  }
}

/** Games for children show an ad after each round, and children tap it. Their parents install something now and then. */
export function playKids(stage: Stage, usual: Audience): void {
  const { random } = stage;
  playAudience(stage, { ...usual, installs: Math.ceil(usual.installs / 2) });
  for (let tablets = stage.sized(random.int(...kids.tablets)); tablets > 0; tablets--) {
    const player = child(stage, usual);
    const seen = reported(player, player.viewAgent);
    let installed = false;
    for (let sessions = random.int(...kids.sessions); sessions > 0; sessions--) {
      const last = playRounds(stage, stage.moment(player.country, 'game'), seen);
      // Who has the app does not install it again.
      if (installed || !random.chance(kids.installs)) continue;
      installed = true;
      installFrom(stage, player, last, clickToInstall(random, usual.pace), usual);
    }
  }
}

/**
 * One sitting. Ad servers cap how often somebody sees a campaign: not again within half a minute, into which fewer
 * rounds fit than there are campaigns.
 */
function playRounds(stage: Stage, from: number, seen: Reported): Clicked {
  const { random } = stage;
  const { least, median, sigma, capped } = kids.round;
  const shown = new Map<unknown, number>();
  let last: Clicked = { at: from, id: '', ad: {} };
  const taps = Math.min(kids.taps.most, Math.max(1, Math.round(random.logNormal(kids.taps.median, kids.taps.sigma))));
  for (let tap = 0; tap < taps; tap++) {
    const at = last.at + (least + random.logNormal(median, sigma)) * SECOND;
    const isCapped = ({ campaign }: Reported): boolean => at - (shown.get(campaign) ?? -Infinity) < capped * SECOND;
    let ad = stage.ad();
    while (isCapped(ad)) ad = stage.ad();
    shown.set(ad.campaign, at);
    last = { at, id: random.hex(16), ad };
    stage.emit('click', last.at, VALID, ad, seen, { click_id: last.id });
  }
  return last;
}

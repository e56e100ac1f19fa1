import type { Person } from '#demo/people.ts';
import type { ODD_GROUPS_OF } from '../source.ts';
import { countryOf, type Stage } from '../stage.ts';
import { atSale, gatewayPerson, nextTouch, officeAddresses, poorMarket, seasonDays } from './odd-app.ts';
import { MARKETS, ODD, SIZES } from './parameters.ts';
import { playWebPush } from './push.ts';
import { anyone, playWebAudience, type WebAudience, webJourney } from './web-journey.ts';

const webSize = (stage: Stage): number =>
  Math.max(stage.sized(SIZES.web.least), stage.sized(stage.random.logNormal(SIZES.web.median, SIZES.web.sigma)));

/** A source with nothing odd about it: half of the channels report impressions. */
export function usualWebAudience(stage: Stage): WebAudience {
  const { random } = stage;
  const impressionsPerClick = random.chance(0.5) ? random.between(1, 4) : 0;
  return { clicks: webSize(stage), impressionsPerClick, person: anyone, rhythm: 'shop' };
}

export const oddWeb: Readonly<Record<(typeof ODD_GROUPS_OF.web)[number], (stage: Stage) => void>> = {
  season: (stage) => playWebAudience(stage, { ...usualWebAudience(stage), day: seasonDays(stage) }),
  sale: (stage) => {
    const usual = usualWebAudience(stage);
    const inSale = Math.round(usual.clicks * ODD.sale.share);
    playWebAudience(stage, { ...usual, clicks: usual.clicks - inSale });
    const buysTimes = stage.random.between(...ODD.sale.convertsTimes);
    for (let click = 0; click < inSale; click++) {
      const { person, at } = atSale(stage, anyone);
      webJourney(stage, person, at, { ...usual, buysTimes });
    }
  },
  small: (stage) =>
    playWebAudience(stage, { ...usualWebAudience(stage), clicks: stage.sized(stage.random.int(...ODD.small.clicks)) }),
  nat: (stage) => playWebAudience(stage, { ...usualWebAudience(stage), person: gatewayPerson(stage) }),
  office: (stage) => playWebAudience(stage, { ...usualWebAudience(stage), person: colleague(stage), rhythm: 'office' }),
  old: (stage) =>
    playWebAudience(stage, {
      ...usualWebAudience(stage),
      person: poorMarket(stage),
    }),
  retarget: playWebRetargeting,
  push: (stage) => playWebPush(stage, usualWebAudience(stage)),
};

/** Colleagues at their desks: one managed browser per office, so that address and agent tell nobody apart. */
function colleague(stage: Stage): (stage: Stage) => Person {
  const country = countryOf(stage.random.pick(MARKETS.rich));
  const managed = stage.person({ country, phone: false });
  const offices = officeAddresses(stage, country.code);
  return (on) =>
    on.random.chance(ODD.office.inside)
      ? { ...managed, userId: on.random.hex(16), ip: on.random.pick(offices) }
      : anyone(on);
}

/** Visitors of the shop meet its ad again for days. */
function playWebRetargeting(stage: Stage): void {
  const { random } = stage;
  const usual = usualWebAudience(stage);
  for (let clicks = usual.clicks; clicks > 0; ) {
    const person = anyone(stage);
    let at = stage.moment(person.country, 'shop');
    for (let touches = random.int(...ODD.retarget.touches); touches > 0 && clicks > 0; touches--, clicks--) {
      at = webJourney(stage, person, at, { ...usual, buysTimes: random.between(2, 6) });
      at = nextTouch(random, at, person.country);
    }
  }
}

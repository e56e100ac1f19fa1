import { MINUTE, SECOND } from '../calendar.ts';
import type { Columns } from '../labelled-event.ts';
import { serverAddress } from '../servers.ts';
import { deviceColumns, type Stage } from '../stage.ts';
import { returned } from './app-people.ts';

/** Rented servers are shown the ads for players who stopped, and click them. Nobody comes back. */
export function returningRobots(stage: Stage): void {
  const { random } = stage;
  const person = { ...stage.person(), wifi: true, carrier: '', ip: serverAddress(random) };
  const ad = stage.ad();
  const seen: Columns = [ad.columns, deviceColumns(person, person.viewAgent)];
  const at = stage.moment(person.country);
  const size = { ad_width: 320, ad_height: 480 };
  stage.add('click_impression', at, [...seen, size, stage.cost('click_impression', ad)]);
  stage.add('re_click', at + random.between(2, 9) * SECOND, [
    ...seen,
    { click_id: random.hex(20) },
    stage.cost('re_click', ad),
  ]);
}

/** One purchase of a player who came back, reported again under the ids of others. */
export function repeatedReturns(stage: Stage): void {
  const { random } = stage;
  const ad = stage.ad();
  const order_id = random.hex(12);
  let at = 0;
  for (let copy = 0; copy < 3; copy++) {
    const person = stage.person();
    at = copy === 0 ? stage.moment(person.country) : at + random.between(1, 30) * MINUTE;
    const click = { at: at - random.between(2, 20) * MINUTE, id: random.hex(20) };
    const paid = { event_name: 'purchase', order_id, ...stage.revenue(person.country, 7, 0.5) };
    const label = copy === 0 ? { truth: 'clean' as const, scenario: stage.label.scenario } : stage.label;
    stage.add('re_event', at, [...returned(stage, person, ad, click), paid], label);
  }
}

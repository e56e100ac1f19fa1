import { MINUTE, SECOND } from '../calendar.ts';
import type { Columns, Label } from '../labelled-event.ts';
import { browserColumns, deviceColumns, type Stage } from '../stage.ts';
import { addClick, type Install, installColumns } from './app-people.ts';

const honestLabel = (stage: Stage): Label => ({ truth: 'clean', scenario: stage.label.scenario });

/** Four campaigns over each other in one placement: the topmost hides the others. */
export function stackedAds(stage: Stage): void {
  const { random } = stage;
  const person = stage.person();
  const place = stage.ad();
  const second = Math.floor(stage.moment(person.country) / SECOND) * SECOND;
  for (let layer = 0; layer < 4; layer++) {
    const campaign = `${place.columns.campaign ?? 'campaign'} ${layer + 1}`;
    const columns = [
      place.columns,
      deviceColumns(person, person.viewAgent),
      { campaign },
      stage.cost('impression', place),
    ];
    stage.add('impression', second + random.between(0, 900), columns);
  }
}

/** An ad in a frame of one pixel. */
export function pixelAds(stage: Stage): void {
  const person = stage.person();
  const ad = stage.ad();
  stage.add('impression', stage.moment(person.country), [
    ad.columns,
    deviceColumns(person, person.viewAgent),
    { ad_width: 1, ad_height: 1 },
    stage.cost('impression', ad),
  ]);
}

/** A click recorded once and sent again in the name of others. */
export function replayedClicks(stage: Stage): void {
  const { random } = stage;
  const ad = stage.ad();
  const first = stage.person();
  let at = stage.moment(first.country);
  const id = random.hex(20);
  addClick(stage, first, ad, at, id, honestLabel(stage));
  for (let again = random.int(2, 4); again > 0; again--) {
    at += random.between(2, 40) * MINUTE;
    addClick(stage, stage.person(), ad, at, id);
  }
}

/** One real purchase, reported again under the ids of others to earn its commission once more. */
export function repeatedOrders(stage: Stage): void {
  const { random } = stage;
  const ad = stage.ad();
  const order_id = `GPA.${random.int(1000, 9999)}-${random.int(1000, 9999)}-${random.int(10000, 99999)}`;
  let at = 0;
  for (let copy = 0; copy < 3; copy++) {
    const person = stage.person();
    at = copy === 0 ? stage.moment(person.country) : at + random.between(1, 30) * MINUTE;
    const install: Install = { person, ad, installAt: at - random.between(20, 600) * MINUTE };
    const paid = { event_name: 'purchase', order_id, ...stage.revenue(person.country, 6, 0.5) };
    stage.add('app_event', at, [...installColumns(install), paid], copy === 0 ? honestLabel(stage) : stage.label);
  }
}

/** A script reports videos backwards, so far apart that no slow way to the server explains it. */
export function scriptedVideos(stage: Stage): void {
  const { random } = stage;
  const person = stage.person();
  const ad = stage.ad();
  const at = stage.moment(person.country);
  const shared: Columns = [ad.columns, deviceColumns(person, person.viewAgent), { click_id: random.hex(20) }];
  stage.add('vast_tracking', at, [...shared, { event_name: 'complete' }]);
  stage.add('vast_tracking', at + 1_500, [...shared, { event_name: 'midpoint' }]);
  stage.add('vast_tracking', at + 3_000, [...shared, { event_name: 'start' }]);
}

const THROW_AWAY = ['mailinator.com', 'yopmail.com', 'guerrillamail.com'];

/** Forms filled in within a second, with an address nobody reads. */
export function fakeLeads(stage: Stage): void {
  const { random } = stage;
  const person = stage.person();
  const ad = stage.ad();
  stage.add('web_event', stage.moment(person.country), [
    ad.columns,
    browserColumns(person),
    { event_name: 'lead', email_domain: random.pick(THROW_AWAY), fill_seconds: random.int(0, 1) },
  ]);
}

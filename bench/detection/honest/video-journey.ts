import { SECOND } from '#demo/calendar.ts';
import type { Reported } from '../event.ts';
import { type Stage, VALID } from '../stage.ts';
import { VIDEO } from './parameters.ts';
import { reported } from './people.ts';
import { anyone, pageOf } from './web-journey.ts';

/** What a player reports of an ad, in its order. */
export const STEPS = ['start', 'firstQuartile', 'midpoint', 'thirdQuartile', 'complete'] as const;

/** People whose player asks for a video ad, shows it and tells how far it came. */
export function playVideos(stage: Stage, views: number): void {
  for (let view = 0; view < views; view++) watch(stage);
}

/** The ad and the viewer of one video; everything a player reports of it carries the same id. */
export function videoOf(stage: Stage): { seen: Reported; video: Reported; seconds: number } {
  const { random } = stage;
  const person = anyone(stage);
  const seconds = random.pick(VIDEO.seconds);
  const ad: Reported = { ...stage.ad(), ...pageOf(stage) };
  const video = { ...ad, click_id: random.hex(20), video_seconds: seconds };
  return { seen: reported(person, person.browserAgent), video, seconds };
}

function watch(stage: Stage): void {
  const { random } = stage;
  const { seen, video, seconds } = videoOf(stage);
  const from = stage.moment(stage.person().country, 'shop');
  stage.emit('vast_request', from, VALID, video, seen);
  if (!random.chance(VIDEO.filled)) return;
  let at = from + random.between(0.3, 1.6) * SECOND;
  const report = (event_name: string): boolean => stage.emit('vast_tracking', at, VALID, video, seen, { event_name });
  if (random.chance(VIDEO.fails)) {
    report('error');
    return;
  }
  const seeks = random.chance(VIDEO.seeks) ? random.int(1, 3) : 0;
  for (const [step, name] of STEPS.entries()) {
    if (step > 0 || !random.chance(VIDEO.lostStart)) report(name);
    if (random.chance(VIDEO.leaves)) return;
    at += (step === seeks && seeks > 0 ? random.between(0.3, 2) : seconds / 4) * SECOND;
  }
}

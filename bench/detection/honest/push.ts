import { DAY, HOUR, MINUTE, SECOND } from '#demo/calendar.ts';
import type { Random } from '#demo/random.ts';
import { FIRST_DAY, type Stage, VALID } from '../stage.ts';
import type { Audience } from './app-journey.ts';
import { habitsOf, liveWithApp } from './app-life.ts';
import { ODD } from './parameters.ts';
import { reported } from './people.ts';
import { anyone, playWebAudience, type WebAudience, webJourney } from './web-journey.ts';

const { push } = ODD;

/** When messages go out, the same for every list of the world: one campaign, sent by all who carry it. */
function messagesOf(stage: Stage): number[] {
  const random = stage.fixed('world', 'push messages');
  const days = stage.world.days;
  return Array.from({ length: Math.max(2, Math.round((random.int(...push.messages) * days) / 14)) }, () => {
    const halfHours = random.int(push.fromHour * 2, push.toHour * 2);
    return FIRST_DAY + random.int(0, days - 1) * DAY + (halfHours / 2) * HOUR;
  });
}

const tapAfter = (random: Random, sent: number): number =>
  sent + random.logNormal(push.tapMinutes.median, push.tapMinutes.sigma) * MINUTE;

/** People who have the app and tap its message; beside them a few who come to install. */
export function playPush(stage: Stage, usual: Audience): void {
  const { random } = stage;
  const habits = habitsOf(stage);
  const subscribers = Array.from({ length: stage.sized(random.int(...push.subscribers)) }, () => usual.person(stage));
  const taps = random.between(...push.taps);
  const back = { app_version: '4.9.0', sdk_version: '6.14.0' };
  for (const sent of messagesOf(stage))
    for (const person of subscribers) {
      if (!random.chance(taps)) continue;
      const device = reported(person, person.appAgent);
      const at = tapAfter(random, sent);
      const ad = stage.ad();
      if (random.chance(push.usedToday))
        stage.emit('app_event', at - random.between(0.5, 12) * HOUR, VALID, { ...ad, publisher: 'organic' }, device, {
          event_name: 'session_start',
          ...back,
        });
      const click_id = random.hex(16);
      stage.emit('re_click', at, VALID, ad, reported(person, person.viewAgent), { click_id });
      if (!random.chance(push.opens)) continue;
      const opened = at + random.logNormal(6, 0.6) * SECOND;
      stage.emit('re_event', opened, VALID, ad, device, { event_name: 'session_start', click_id, ...back });
      if (random.chance(0.05)) liveWithApp(stage, person, ad, opened, { eager: 0.2, habits });
    }
}

/** A list of web subscribers: most clicks follow a message. */
export function playWebPush(stage: Stage, usual: WebAudience): void {
  const { random } = stage;
  const called = Math.round(usual.clicks * push.webShare);
  playWebAudience(stage, { ...usual, clicks: usual.clicks - called });
  const messages = messagesOf(stage);
  for (let click = 0; click < called; click++)
    webJourney(stage, anyone(stage), tapAfter(random, random.pick(messages)), { impressionsPerClick: 0 });
}

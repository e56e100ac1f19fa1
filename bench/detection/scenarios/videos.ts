import { SECOND } from '#demo/calendar.ts';
import { playVideos, STEPS, videoOf } from '../honest/video-journey.ts';
import { scenario } from '../scenario.ts';
import { UNSEEN } from '../truth.ts';

const SCRIPTED = ['vid.event_order', 'bot.behaviour', 'bot.automation'] as const;
const ASKED = [UNSEEN, ...SCRIPTED] as const;

/** A script reports the progress of videos that no player shows, sooner than they could run. */
export const VIDEO_SCRIPTS = scenario({
  id: 'video_scripts',
  title: 'Scripted video events',
  side: 'web',
  level: 'event',
  kind: 'vast_tracking',
  accepts: SCRIPTED,
  sources: 8,
  volume: 'views',
  deciding: { words: 'seconds from start to end of a video over its length', unit: 'event', measure: 'videoPace' },
  basis:
    'VAST 4.2: quartiles and the end follow the start by shares of the length; viewers seek and reports get lost. Numbers ours',
  parameters: {
    views: { words: 'videos', easy: [80, 300], medium: [80, 300], hard: [80, 300] },
    genuineShare: { words: 'genuine requests beside, share', easy: [0, 0.1], medium: [0.1, 0.6], hard: [0.5, 1.5] },
    pace: { words: 'share of its length a video takes', easy: [0, 0.05], medium: [0.2, 0.85], hard: [0.8, 1] },
    spread: { words: 'spread of that share (log-normal)', easy: [0, 0.2], medium: [0.1, 0.3], hard: [0.05, 0.2] },
    starts: { words: 'share of videos whose start is reported', easy: [0, 1], medium: [0.5, 1], hard: [0.95, 1] },
  },
  play: (stage, values) => {
    const { random } = stage;
    playVideos(stage, Math.round(values.views * values.genuineShare));
    for (let view = 0; view < values.views; view++) {
      const { seen, video, seconds } = videoOf(stage);
      const from = stage.moment(stage.person().country, 'shop');
      const quarter = (seconds * random.logNormal(values.pace, values.spread)) / 4;
      stage.emit('vast_request', from, ASKED, video, seen);
      for (const [step, event_name] of STEPS.entries())
        if (step > 0 || random.chance(values.starts))
          stage.emit('vast_tracking', from + (0.4 + step * quarter) * SECOND, SCRIPTED, video, seen, { event_name });
    }
  },
});

const NOBODY = ['vid.never_completes', 'imp.hidden', 'bot.behaviour'] as const;

/** Players in frames nobody sees: browsers stop them after a moment, and the next one starts. */
export const HIDDEN_PLAYERS = scenario({
  id: 'hidden_players',
  title: 'Hidden video players',
  side: 'web',
  level: 'source',
  kind: 'vast_tracking',
  accepts: NOBODY,
  sources: 8,
  volume: 'views',
  deciding: { words: 'share of started videos that reach their end', unit: 'source', measure: 'completed' },
  basis:
    'rtbcat/catscan (videos that never complete); browsers pause what is out of sight. A hidden place has next to no viewers of its own. Numbers ours',
  parameters: {
    views: { words: 'videos started', easy: [600, 2000], medium: [600, 2000], hard: [600, 2000] },
    genuineShare: { words: 'genuine requests beside, share', easy: [0, 0.01], medium: [0, 0.06], hard: [0.1, 0.5] },
    complete: { words: 'share that reaches the end', easy: [0, 0.005], medium: [0.005, 0.03], hard: [0.1, 0.4] },
  },
  play: (stage, values) => {
    const { random } = stage;
    playVideos(stage, Math.round(values.views * values.genuineShare));
    for (let view = 0; view < values.views; view++) {
      const { seen, video, seconds } = videoOf(stage);
      const from = stage.moment(stage.person().country, 'shop');
      stage.emit('vast_request', from, NOBODY, video, seen);
      const last = random.chance(values.complete) ? STEPS.length : random.int(1, 2);
      for (const [step, event_name] of STEPS.slice(0, last).entries())
        stage.emit('vast_tracking', from + (1 + (step * seconds) / 4) * SECOND, NOBODY, video, seen, { event_name });
    }
  },
});

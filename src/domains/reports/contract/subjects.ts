import { EXPLORE_PAGE } from '#domains/explore/contract/pages.ts';
import { REPORTS, reportOf } from './reports.ts';
import { SCHEDULE_FORMATS } from './schedule.ts';

/** What a question of Explore is called where a report has its id. */
export const QUESTION = EXPLORE_PAGE.id;

/** Whatever is made into files and sent by schedule: every report, and questions of Explore. Each is named as its page. */
export const SUBJECTS: readonly string[] = [...REPORTS.map(({ id }) => id), QUESTION];

/** English title of its page. @throws RangeError for a name of none */
export const titleOf = (subject: string): string =>
  subject === QUESTION ? EXPLORE_PAGE.title : reportOf(subject).title;

/** Files a schedule can send of it: of a question there is no board to be printed. */
export const formatsOf = (subject: string): readonly (typeof SCHEDULE_FORMATS)[number][] =>
  subject === QUESTION ? SCHEDULE_FORMATS.filter((format) => format !== 'pdf') : SCHEDULE_FORMATS;

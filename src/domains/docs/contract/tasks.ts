/** A guide: its paragraphs are texts `<id>.1`, `<id>.2` … in the reader's language; commands are the same in all. */
export interface Task {
  id: string;
  path: string;
  title: string;
  /** Numbered steps of the guide. */
  steps: number;
  /** Shown under the step of that number. */
  commands?: Readonly<Record<number, string>>;
  /** Screen the guide is about. */
  screen?: string;
}

const task = (id: string, title: string, steps: number, rest: Partial<Task> = {}): Task => ({
  id,
  path: `/docs/tasks/${id}`,
  title,
  steps,
  ...rest,
});

/** Keys of the texts of its steps. */
export const stepsOf = ({ id, steps }: Task): string[] => Array.from({ length: steps }, (_, i) => `${id}.${i + 1}`);

export const TASKS: readonly Task[] = [
  task('first-run', 'First run', 4, { commands: { 1: 'npm start' } }),
  task('import', 'Import a file', 6, { screen: '/traffic/import' }),
  task('boards', 'Read and filter a board', 6),
  task('reason', 'From a number to its reason', 5, { screen: '/traffic/events' }),
  task('white-list', 'White-list what is clean', 6, { screen: '/traffic/white-list' }),
  task('white-listing', 'White-list by rules', 3, { screen: '/white-listing' }),
  task('export', 'Take numbers with you', 4),
  task('explore', 'Ask your own questions', 5, { screen: '/explore' }),
  task('reports', 'Have a report made', 6, { screen: '/report' }),
  task('alerts', 'Be warned in time', 7, { screen: '/alerts/inbox' }),
  task('blocks', 'Block, and hand the list on', 5, { screen: '/web/tools/blacklisting-setting' }),
  task('publisher-configuration', 'Judge one publisher apart', 3, { screen: '/web/publisher-report' }),
  task('tickets', 'Work on a case', 6, { screen: '/issues' }),
  task('live', 'Traffic as it happens', 5, { screen: '/traffic/live' }),
  task('links', 'Links, conversions and what is paid', 7, { screen: '/mtrackit_campaigns' }),
  task('video-tags', 'Video tags that count', 5, { screen: '/web/vast/tracker' }),
  task('command-line', 'Command line', 5, {
    commands: {
      1: 'npm run adsieve -- import installs.csv.gz --package com.example.app --time-zone Europe/Berlin',
      2: 'npm run adsieve -- lists\nnpm run adsieve -- lists load vpn-exits exits.txt --kind vpn',
      3: 'npm run adsieve -- doctor',
      4: 'npm run adsieve -- create-admin ann@example.com',
      5: 'ADSIEVE_DATA=/srv/adsieve ADSIEVE_PORT=8080 npm start',
    },
  }),
];

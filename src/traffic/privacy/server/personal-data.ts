import type { PersonalData } from '#platform/server/personal-data.ts';
import { countEvents, eraseRows, personRows } from './erase.ts';

/** Events of the person; by package for the preview. */
export const personalEvents: PersonalData = {
  what: 'events',
  step: 'events',
  count: async ({ clickhouse }, person) =>
    (await countEvents(clickhouse, personRows(person, person.package_name))).reduce(
      (sum, { events }) => sum + events,
      0,
    ),
  erase: async (stores, person, report) => report(await eraseRows(stores, personRows(person, person.package_name))),
};

import { and, count, eq, or, type SQL, sql } from 'drizzle-orm';
import { idsOf, type Person, type PersonalData } from '#platform/server/personal-data.ts';
import { searchAd } from './tables.ts';

/** Of nobody nothing: a condition without any id would be one without any bound. */
function about(person: Person): SQL | undefined {
  const { finalUrl, displayUrl, advertiser, note, chain, captureUrl } = searchAd;
  const text = sql`lower(concat_ws(' ', ${finalUrl}, ${displayUrl}, ${advertiser}, ${note}, ${captureUrl}, array_to_string(${chain}, ' ')))`;
  return and(
    or(sql`false`, ...idsOf(person).map((id) => sql`position(${id.toLowerCase()} IN ${text}) > 0`)),
    person.package_name === undefined ? undefined : eq(searchAd.packageName, person.package_name),
  );
}

/** Ads in whose addresses or notes the person stands. */
export const personalAds: PersonalData = {
  what: 'search_ads',
  step: 'records',
  async count({ database: { db } }, person) {
    const [found] = await db.select({ n: count() }).from(searchAd).where(about(person));
    return found?.n ?? 0;
  },
  async erase({ database: { db } }, person, report) {
    const gone = await db.delete(searchAd).where(about(person));
    await report(gone.rowCount ?? 0);
  },
};

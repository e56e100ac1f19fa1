import { and, count, eq, or, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { idsOf, type Person, type PersonalData } from '#platform/server/personal-data.ts';
import { couponCode, couponUse, searchAd } from './tables.ts';

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

/** Codes of somebody who recommends, and uses by a customer; what is left says nothing of a person. */
const ofOwner = (person: Person): SQL | undefined => named(person, sql`${couponCode.owner}`, couponCode.packageName);
const ofCustomer = (person: Person): SQL | undefined =>
  named(person, sql`concat_ws(' ', ${couponUse.customer}, ${couponUse.referrer})`, couponUse.packageName);

const named = (person: Person, text: SQL, packageName: AnyPgColumn): SQL | undefined =>
  and(
    or(sql`false`, ...idsOf(person).map((id) => sql`position(${id.toLowerCase()} IN lower(${text})) > 0`)),
    person.package_name === undefined ? undefined : eq(packageName, person.package_name),
  );

export const personalCoupons: PersonalData = {
  what: 'coupons',
  step: 'records',
  async count({ database: { db } }, person) {
    const [codes] = await db.select({ n: count() }).from(couponCode).where(ofOwner(person));
    const [uses] = await db.select({ n: count() }).from(couponUse).where(ofCustomer(person));
    return (codes?.n ?? 0) + (uses?.n ?? 0);
  },
  async erase({ database: { db } }, person, report) {
    const codes = await db.update(couponCode).set({ owner: '…' }).where(ofOwner(person));
    const uses = await db.update(couponUse).set({ customer: '…', referrer: '' }).where(ofCustomer(person));
    await report((codes.rowCount ?? 0) + (uses.rowCount ?? 0));
  },
};

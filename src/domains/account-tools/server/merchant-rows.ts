import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import type { BankScheme } from '#domains/account-tools/contract/bank.ts';
import {
  MAX_MERCHANTS,
  MERCHANT_COLUMNS,
  type MerchantColumn,
  type MerchantReason,
  type MerchantState,
  REFUSING,
} from '#domains/account-tools/contract/merchants.ts';
import { COUNTRIES } from '#platform/contract/countries.ts';
import { hasControlCharacters, withoutControlCharacters } from '#platform/contract/safe-text.ts';
import { csvRows } from '#platform/server/csv-rows.ts';
import { type BankForm, bankForm } from './bank-form.ts';
import { refuse } from './refuse.ts';

export interface MerchantRow
  extends Record<Exclude<MerchantColumn, 'bank_scheme' | 'bank_number' | 'bank_code'>, string> {
  line: number;
  bankScheme: BankScheme | null;
  bank: BankForm | null;
  reasons: MerchantReason[];
}

const NEEDED: readonly MerchantColumn[] = ['name', 'country'];
const MOST_LETTERS = 300;
const isEmail = (text: string): boolean => /^[^\s@<>"]+@[a-z0-9-]+(\.[a-z0-9-]+)+$/i.test(text);

/** Lists of merchants in Europe call the account by its kind. */
const nameOf = (column: string): string => (column === 'iban' ? 'bank_number' : column);

/** Lines of a file with what is to be said of each by itself; what others know of it comes later. */
export function readMerchants(
  text: string,
  emailClass: (domain: string) => string,
): { rows: MerchantRow[]; unknown: string[] } {
  const [head = { cells: [] }, ...lines] = csvRows(text);
  const names = head.cells.map((name) => nameOf(name.trim().toLowerCase()));
  if (!NEEDED.every((name) => names.includes(name)) || lines.length === 0)
    throw refuse('merchants_unreadable', {}, { field: 'file' });
  if (lines.length > MAX_MERCHANTS) throw refuse('merchants_too_many', { most: MAX_MERCHANTS }, { as: 'too_large' });
  const known: readonly string[] = MERCHANT_COLUMNS;
  const taken = new Set<string>();
  const rows = lines.map(({ cells, line }) => {
    const whole = (name: MerchantColumn): string => withoutControlCharacters((cells[names.indexOf(name)] ?? '').trim());
    const row = rowOf(line, (name) => whole(name).slice(0, MOST_LETTERS), emailClass);
    if (MERCHANT_COLUMNS.some((name) => whole(name).length > MOST_LETTERS)) row.reasons.push('too_long');
    if (cells.some(hasControlCharacters)) row.reasons.push('control_signs');
    const key = nameKey({ name: whole('name'), country: row.country });
    if (row.name !== '' && taken.has(key)) row.reasons.push('name_twice');
    taken.add(key);
    return row;
  });
  return { rows, unknown: names.filter((name) => name !== '' && !known.includes(name)) };
}

/** Two of a name in a country are one merchant. */
export const nameKey = ({ name, country }: Pick<MerchantRow, 'name' | 'country'>): string =>
  `${name.toLowerCase()}\n${country}`;

function rowOf(
  line: number,
  given: (name: MerchantColumn) => string,
  emailClass: (domain: string) => string,
): MerchantRow {
  const reasons: MerchantReason[] = [];
  const say = (is: boolean, reason: MerchantReason): void => void (is && reasons.push(reason));
  const [name, email, website] = [given('name'), given('email'), given('website')];
  const country = COUNTRY_NAMES.get(given('country').toLowerCase()) ?? '';
  say(name === '', 'name_missing');
  say(country === '', 'country_unknown');
  say(email !== '' && !isEmail(email), 'email_form');
  const phone = phoneOf(given('phone'), country);
  say(phone === null, 'phone_form');
  const site = siteOf(website);
  say(site === null, 'website_form');
  say(site?.startsWith('http:') === true, 'website_insecure');
  say(isEmail(email) && emailClass(email.split('@')[1] ?? '') === 'disposable', 'email_throwaway');
  say(email === '' && phone === '', 'contact_missing');
  const [bankScheme, bank] = bankOf(given, country);
  say(bank === null, 'bank_missing');
  say(bank?.fits === false, 'bank_invalid');
  say(bank?.fits === true && country !== '' && bank.country !== country, 'bank_elsewhere');
  return {
    line,
    name,
    legal_name: given('legal_name'),
    country,
    email,
    phone: phone ?? given('phone'),
    website: site ?? website,
    bankScheme,
    bank,
    reasons,
  };
}

/** With the country's prefix; '' for none, null for what is no number. */
function phoneOf(text: string, country: string): string | null {
  if (text === '') return '';
  const read = parsePhoneNumberFromString(text, { defaultCountry: (country || 'US') as 'US', extract: false });
  return read?.isValid() ? read.number : null;
}

/** '' for none, null for what is no address of the web. */
function siteOf(text: string): string | null {
  if (text === '') return '';
  const written = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`;
  if (!URL.canParse(written)) return null;
  const { protocol, hostname, href } = new URL(written);
  return /^https?:$/.test(protocol) && /\.[a-z0-9-]{2,}$/i.test(hostname) ? href : null;
}

function bankOf(given: (name: MerchantColumn) => string, country: string): [BankScheme | null, BankForm | null] {
  const number = given('bank_number');
  if (number === '') return [null, null];
  const said = given('bank_scheme').toLowerCase();
  const scheme = said === 'iban' || said === 'india' || said === 'usa' ? said : schemeOf(number, country);
  return [scheme, bankForm({ scheme, number, bankCode: given('bank_code') })];
}

/** By its first letters where nobody says it. */
function schemeOf(number: string, country: string): BankScheme {
  if (/^[a-z]{2}\d{2}/i.test(number.trim())) return 'iban';
  return country === 'IN' ? 'india' : country === 'US' ? 'usa' : 'iban';
}

/** By their English names, too: that is how lists of merchants have them. */
const COUNTRY_NAMES: ReadonlyMap<string, string> = (() => {
  const names = new Intl.DisplayNames(['en'], { type: 'region' });
  return new Map(
    COUNTRIES.flatMap((code) => [
      [code.toLowerCase(), code],
      [(names.of(code) ?? code).toLowerCase(), code],
    ]),
  );
})();

const refuses = new Set<MerchantReason>(REFUSING);

export const stateOf = (reasons: readonly MerchantReason[]): MerchantState =>
  reasons.length === 0 ? 'ready' : reasons.some((reason) => refuses.has(reason)) ? 'refused' : 'review';

import codes from 'i18n-iso-countries/codes.json' with { type: 'json' };
import iso639 from 'iso-639-1';
import type { Country, Language } from '#domains/relevancy/contract/scan-endpoints.ts';
import { COUNTRIES } from '#platform/contract/countries.ts';
import type { Locale } from '#platform/contract/locales.ts';

/** Search vendors number countries so: 2000 and the number of ISO 3166-1. */
const FIRST = 2000;

const NUMBERS = new Map(codes.map(([letters = '', , number = '']) => [letters, FIRST + Number(number)]));
const LETTERS = new Map([...NUMBERS].map(([letters, code]) => [code, letters]));
/** Countries that have both a name and a number. */
const KNOWN = COUNTRIES.filter((letters) => NUMBERS.has(letters));

/** By name, in the order of the reader's language. */
export function countriesIn(locale: Locale): Country[] {
  const names = new Intl.DisplayNames([locale], { type: 'region' });
  return KNOWN.map((letters) => ({
    location_code: NUMBERS.get(letters) ?? 0,
    country_code: letters,
    name: names.of(letters) ?? letters,
  })).sort((a, b) => a.name.localeCompare(b.name, locale));
}

export function languagesIn(locale: Locale): Language[] {
  const names = new Intl.DisplayNames([locale], { type: 'language', fallback: 'none' });
  return iso639
    .getAllCodes()
    .map((code) => ({
      language_code: code,
      name: names.of(code) ?? iso639.getName(code),
      native: iso639.getNativeName(code),
    }))
    .sort((a, b) => a.name.localeCompare(b.name, locale));
}

/** The two letters of a country that is named by its number or by them; undefined for what is none. */
export function countryOf(code: string | number): string | undefined {
  const number = Number(code);
  const letters = Number.isNaN(number) ? String(code).toUpperCase() : LETTERS.get(number);
  return letters !== undefined && KNOWN.includes(letters) ? letters : undefined;
}

export const locationOf = (letters: string): number => NUMBERS.get(letters) ?? 0;

/** A language as its two letters; undefined for what is none. */
export function languageOf(code: string): string | undefined {
  const lower = code.toLowerCase();
  return iso639.validate(lower) ? lower : undefined;
}

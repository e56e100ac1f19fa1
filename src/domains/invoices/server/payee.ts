import { getCountrySpecifications, isSEPACountry, isValidBIC, isValidIBAN } from 'ibantools';

const COUNTRIES = getCountrySpecifications();
/** What follows the word for it: letters and digits of a bank stand in many words besides. */
const BIC = /\b(?:BIC|SWIFT)\b[^a-z0-9]*(?:(?:BIC|SWIFT|CODE)\b[^a-z0-9]*)*([a-z]{6}[a-z0-9]{2}(?:[a-z0-9]{3})?)\b/i;

export interface Account {
  iban: string;
  bic: string | null;
  /** It takes SEPA transfers. */
  sepa: boolean;
}

/** The first account of bank details as people write them: as many signs as its country has, and of valid check digits. */
export function accountIn(bank: string): Account | null {
  for (const { index } of bank.matchAll(/[A-Z]{2}\d{2}/gi)) {
    const country = bank.slice(index, index + 2).toUpperCase();
    const signs = bank
      .slice(index)
      .replaceAll(/[\s.-]/g, '')
      .toUpperCase();
    const iban = signs.slice(0, COUNTRIES[country]?.chars ?? 0);
    if (!isValidIBAN(iban)) continue;
    const bic = BIC.exec(bank)?.[1]?.toUpperCase() ?? '';
    return { iban, bic: isValidBIC(bic) ? bic : null, sepa: isSEPACountry(country) };
  }
  return null;
}

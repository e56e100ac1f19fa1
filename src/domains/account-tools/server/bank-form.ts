import { validate as isRoutingNumber } from 'abavalidator';
import { electronicFormatIBAN, isSEPACountry, ValidationErrorsIBAN, validateIBAN } from 'ibantools';
import type { BankReason, BankScheme } from '#domains/account-tools/contract/bank.ts';

export interface BankAccount {
  scheme: BankScheme;
  number: string;
  bankCode: string;
}

export interface BankForm {
  /** As it is compared: without blanks, in capitals. */
  number: string;
  bankCode: string;
  country: string;
  fits: boolean;
  reasons: BankReason[];
}

/** Four letters of the bank, a zero, six signs of the branch (Reserve Bank of India). */
const IFSC = /^[A-Z]{4}0[A-Z0-9]{6}$/;
/** Accounts of Indian banks have 9 to 18 digits, those of the United States 4 to 17 (Nacha). */
const INDIAN_ACCOUNT = /^\d{9,18}$/;
const US_ACCOUNT = /^\d{4,17}$/;

const plain = (text: string): string => text.replaceAll(/[\s.-]/g, '').toUpperCase();

/**
 * Whether an account can exist by the way it is written: IBAN by ISO 13616 (length and letters of its country, check
 * digits modulo 97), IFSC by its form, a routing number by its check digit (3-7-1). National check digits are asked for
 * only where every account of a country has them: in the Netherlands the 11-proof ended with 2019 (Betaalvereniging
 * Nederland), and in Finland younger institutes give numbers without one. It says nothing about whose it is.
 */
export function bankForm({ scheme, number, bankCode }: BankAccount): BankForm {
  if (scheme === 'iban') return ibanForm(number);
  const [account, code] = [plain(number), plain(bankCode)];
  const isIndian = scheme === 'india';
  const reasons: BankReason[] = [];
  if (isIndian ? !IFSC.test(code) : !/^\d{9}$/.test(code)) reasons.push('bank_code_form');
  else if (!isIndian && !isRoutingNumber(code)) reasons.push('bank_code_checksum');
  if (!(isIndian ? INDIAN_ACCOUNT : US_ACCOUNT).test(account)) reasons.push('account_form');
  return { number: account, bankCode: code, country: isIndian ? 'IN' : 'US', fits: reasons.length === 0, reasons };
}

function ibanForm(text: string): BankForm {
  const number = electronicFormatIBAN(text) ?? '';
  const country = /^[A-Z]{2}/.test(number) ? number.slice(0, 2) : '';
  const { valid, errorCodes } = validateIBAN(number);
  const misses = valid && (country === 'IT' || country === 'SM') && number[4] !== italianCheckLetter(number.slice(5));
  if (!valid || misses)
    return { number, bankCode: '', country, fits: false, reasons: [misses ? 'iban_checksum' : ibanFault(errorCodes)] };
  return { number, bankCode: '', country, fits: true, reasons: [isSEPACountry(country) ? 'sepa' : 'not_sepa'] };
}

/** What a sign counts at the first, third, … place: 0 to 9, and A to Z, whose first ten count the same. */
const ODD = [1, 0, 5, 7, 9, 13, 15, 17, 19, 21, 2, 4, 18, 20, 11, 3, 6, 8, 12, 14, 16, 10, 22, 25, 24, 23];

/** The CIN before bank, branch and account of Italy and San Marino (ECBS TR 201, Register of European Account Numbers). */
function italianCheckLetter(rest: string): string {
  let sum = 0;
  for (const [place, sign] of [...rest].entries()) {
    const value = /\d/.test(sign) ? Number(sign) : sign.charCodeAt(0) - 65;
    sum += place % 2 === 0 ? (ODD[value] ?? 0) : value;
  }
  return String.fromCharCode(65 + (sum % 26));
}

function ibanFault(codes: readonly ValidationErrorsIBAN[]): BankReason {
  if (codes.includes(ValidationErrorsIBAN.NoIBANCountry)) return 'iban_country';
  if (codes.includes(ValidationErrorsIBAN.WrongBBANLength)) return 'iban_length';
  if (codes.includes(ValidationErrorsIBAN.WrongBBANFormat)) return 'iban_letters';
  return 'iban_checksum';
}

/** Stars, and the last four characters of what has at least eight. */
export const maskedNumber = (number: string): string =>
  `•••• ${number.length >= 8 ? number.slice(-4) : number.slice(-2)}`;

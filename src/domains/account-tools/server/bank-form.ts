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
 * digits modulo 97), IFSC by its form, a routing number by its check digit (3-7-1). It says nothing about whose it is.
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
  const reasons = valid
    ? [isSEPACountry(country) ? ('sepa' as const) : ('not_sepa' as const)]
    : [ibanFault(errorCodes)];
  return { number, bankCode: '', country, fits: valid, reasons };
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

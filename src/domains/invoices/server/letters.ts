import type { DocumentData, Party } from '#domains/invoices/contract/document.ts';
import { unprintable } from '#platform/server/pdf/fonts.ts';
import { refuse } from './refuse.ts';

const SHOWN_LETTERS = 10;
const SHOWN_TEXT = 60;

type Where = 'letters_of_issuer' | 'letters_of_customer' | 'letters_of_lines' | 'letters_of_notes';

/** Refuses at its field what could not be printed once somebody is billed. */
export function requireFieldLetters(fields: Readonly<Record<string, string | readonly string[]>>): void {
  for (const [field, texts] of Object.entries(fields))
    for (const text of [texts].flat()) {
      const letters = unprintable(text);
      if (letters.length > 0)
        throw refuse('letters_of_field', { letters: letters.slice(0, SHOWN_LETTERS).join(' ') }, { field });
    }
}

/** Refuses what would not be printed whole: a document that leaves a letter out says something else. */
export function requireLetters({ kind, seller, buyer, lines, terms, footer, tax_note, taxes }: DocumentData): void {
  const isOurs = kind !== 'self_billing';
  const texts: [Where, string, readonly string[]][] = [
    ['letters_of_issuer', 'legal_name', textsOf(isOurs ? seller : buyer)],
    ['letters_of_issuer', 'bank', [seller.bank]],
    ['letters_of_customer', 'legal_name', [...textsOf(isOurs ? buyer : seller), buyer.po_number]],
    [
      'letters_of_lines',
      'lines',
      lines.flatMap((line) => [line.publisher, line.campaign, line.event, line.payment_model, line.note ?? '']),
    ],
    ['letters_of_notes', 'terms', [terms, footer, tax_note, ...taxes.map(({ name }) => name)]],
  ];
  for (const [code, field, parts] of texts)
    for (const text of parts) {
      const letters = unprintable(text);
      if (letters.length === 0) continue;
      throw refuse(
        'letters_missing',
        {
          where: { code, values: {} },
          letters: letters.slice(0, SHOWN_LETTERS).join(' '),
          text: [...text].slice(0, SHOWN_TEXT).join(''),
        },
        { field },
      );
    }
}

const textsOf = ({ legal_name, address, postal_code, city, state_code, tax_ids, email }: Party): string[] => [
  legal_name,
  address,
  postal_code,
  city,
  state_code,
  email,
  ...tax_ids,
];

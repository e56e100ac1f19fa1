import { z } from 'zod';
import { COUNTRIES } from '#platform/contract/countries.ts';
import { isoDate } from '#platform/contract/date-range.ts';
import { LOCALE_CODES } from '#platform/contract/locales.ts';
import { safeText } from '#platform/contract/safe-text.ts';

const countries: ReadonlySet<string> = new Set(COUNTRIES);
const currencies: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));

export const MOST_LOGO_BYTES = 1024 * 1024;
export const MOST_LOGO_PIXELS = 20_000_000;
const MOST_RULES = 50;

const percent = z
  .string()
  .regex(/^\d{1,3}(\.\d{1,4})?$/, 'A share such as 12.5')
  .refine((text) => Number(text) <= 100, 'At most 100 percent');
const country = z.string().refine((code) => code === '' || countries.has(code), 'Unknown country');
const mailAddress = z.union([z.literal(''), z.email('An e-mail address').max(254)]);
/** Text of several lines as it is printed: everything people write, but nothing that is no letter. */
const printed = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .overwrite((text) => text.replaceAll('\r\n', '\n'))
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is refused
    .refine((text) => !/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/.test(text), {
      message: 'Control characters are not allowed',
    });

/** Somebody who bills or is billed, as the law wants them named. */
const legal = {
  legal_name: safeText(200).min(1, 'Please give the legal name'),
  address: safeText(300).min(1, 'Please give the address'),
  postal_code: safeText(20).default(''),
  city: safeText(100).default(''),
  /** Of the country, as tax rules name it: `KA` of India. */
  state_code: safeText(10).default(''),
  country: country.refine((code) => code !== '', 'Please choose a country'),
  /** The first is the number for VAT or GST, with its country: `DE123456789`. */
  tax_ids: z.array(safeText(40).min(1)).max(5).default([]),
};

export const customerFields = {
  ...legal,
  billing_email: mailAddress.default(''),
  po_number: safeText(60).default(''),
  /** What they reckon in: amounts of another currency are shown in it besides, where a rate is known. */
  currency: z.string().refine((code) => currencies.has(code), 'Unknown currency'),
};
/** Changes made on another screen since `updated_at` are not overwritten. */
const seen = { updated_at: z.union([z.literal(''), z.iso.datetime()]).default('') };

export const customerEdit = z.strictObject({
  /** '' is the customer of the package, else the source it is about. */
  publisher: z.string().trim().max(2000).default(''),
  ...customerFields,
  ...seen,
});
export type CustomerEdit = z.infer<typeof customerEdit>;

export const customerInfo = z.object({
  package_name: z.string(),
  publisher: z.string(),
  ...customerFields,
  updated_by: z.string(),
  updated_at: z.string(),
});
export type CustomerInfo = z.infer<typeof customerInfo>;

/** Of UNCL 5305 (EN 16931): standard, zero, exempt, reverse charge, within the Union, export, outside of the tax. */
export const TAX_CATEGORIES = ['S', 'Z', 'E', 'AE', 'K', 'G', 'O'] as const;
export type TaxCategory = (typeof TAX_CATEGORIES)[number];

/** Under these there is a tax, if only of nothing. */
export const NAMES_TAX: ReadonlySet<TaxCategory> = new Set(['S', 'Z']);

export const taxRule = z
  .strictObject({
    valid_from: isoDate,
    /** Of the customer; '' is every other. */
    country,
    /** Of the customer; '' is every other. */
    state_code: safeText(10),
    category: z.enum(TAX_CATEGORIES),
    /** Several where a tax is split, as GST is within a state; none where none is due. */
    taxes: z.array(z.strictObject({ name: safeText(40).min(1, 'Please name the tax'), percent })).max(4),
    /** Printed below the taxes: why none is due. */
    note: printed(400),
    /** Kept back by the customer for the tax office. */
    withholding_percent: percent,
  })
  .refine(({ category, taxes }) => taxes.length > 0 || !NAMES_TAX.has(category), {
    path: ['taxes'],
    message: 'Please name the tax',
  });
export type TaxRule = z.infer<typeof taxRule>;

export const RESETS = ['never', 'year', 'fiscal'] as const;
export const E_INVOICES = ['none', 'facturx', 'ubl'] as const;
export type EInvoice = (typeof E_INVOICES)[number];

const configFields = {
  ...legal,
  email: mailAddress.default(''),
  /** Where to pay: account, bank, code. */
  bank: printed(500).default(''),
  prefix: z
    .string()
    .trim()
    .max(20)
    .regex(/^[A-Za-z0-9/_-]*$/, 'Letters, digits, slash, dash and underscore')
    .default('INV-'),
  reset: z.enum(RESETS).default('never'),
  /** First month of the fiscal year. */
  fiscal_month: z.coerce.number().int().min(1).max(12).default(4),
  /** 0 leaves the number there is. */
  next_no: z.coerce.number().int().min(0).max(999_999_999).default(0),
  terms: printed(1000).default(''),
  footer: printed(500).default(''),
  locale: z.enum(LOCALE_CODES).default('en'),
  tax_rules: z.array(taxRule).max(MOST_RULES).default([]),
  e_invoice: z.enum(E_INVOICES).default('none'),
};

export const configEdit = z.strictObject({ ...configFields, ...seen });
export type ConfigEdit = z.infer<typeof configEdit>;

export const invoiceConfig = z.object({
  package_name: z.string(),
  ...configFields,
  has_logo: z.boolean(),
  /** Number the next invoice gets. */
  next_number: z.string(),
  updated_by: z.string(),
  updated_at: z.string(),
});
export type InvoiceConfig = z.infer<typeof invoiceConfig>;

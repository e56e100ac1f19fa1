import Big from 'big.js';
import { type DocumentData, type Party, TYPE_CODES } from '#domains/invoices/contract/document.ts';
import { amountText, sumOf } from './amounts.ts';

type Json = Readonly<Record<string, unknown>>;

interface Library {
  InvoiceService: new (
    logger: object,
  ) => {
    generate(input: never, options: object): Promise<string | Uint8Array>;
  };
}

let known: Promise<Library | undefined> | undefined;

/** The library is an optional package: it takes more room than all that an installation without it needs of documents. */
const library = (): Promise<Library | undefined> => {
  known ??= import('@e-invoice-eu/core').then(
    (found) => found as unknown as Library,
    () => undefined,
  );
  return known;
};

export const canMakeEInvoices = async (): Promise<boolean> => (await library()) !== undefined;

const SILENT = { log: () => {}, warn: () => {}, error: () => {} };

/** Throws with the reason where the document would not be valid. */
async function generated(data: DocumentData, options: object): Promise<string | Uint8Array> {
  const found = await library();
  if (!found) throw new Error('@e-invoice-eu/core is not installed');
  const service = new found.InvoiceService(SILENT);
  return service.generate(inUbl(data) as never, { lang: data.locale, noWarnings: true, ...options });
}

/** As UBL 2.1 after EN 16931. */
export const ublOf = async (data: DocumentData): Promise<string> => String(await generated(data, { format: 'UBL' }));

/** The PDF with the same as CII in it (Factur-X, profile EN 16931). */
export async function facturX(data: DocumentData, pdf: Buffer): Promise<Buffer> {
  const file = { buffer: pdf, filename: `${data.number}.pdf`, mimetype: 'application/pdf' };
  return Buffer.from(await generated(data, { format: 'Factur-X-EN16931', pdf: file }));
}

const WITHOUT_TAX_NUMBER = 'O';

/** UBL as the library takes it: names of elements, attributes behind `@`. */
function inUbl(data: DocumentData): Json {
  const amount = (name: string, value: string): Json => ({
    [`cbc:${name}`]: value,
    [`cbc:${name}@currencyID`]: data.currency,
  });
  const percent = data.category === WITHOUT_TAX_NUMBER ? undefined : percentOf(data);
  const category = {
    'cbc:ID': data.category ?? WITHOUT_TAX_NUMBER,
    ...(percent === undefined ? {} : { 'cbc:Percent': percent }),
  };
  const scheme = { 'cac:TaxScheme': { 'cbc:ID': 'VAT' } };
  const gross = amountText(new Big(data.net).plus(data.tax), data.currency);
  const withheld = new Big(data.withholding);
  const notes = [data.terms, data.footer].filter((text) => text !== '');
  const isFree = data.category !== 'S' && data.category !== 'Z' && data.tax_note !== '';
  return {
    'ubl:Invoice': {
      'cbc:CustomizationID': 'urn:cen.eu:en16931:2017',
      'cbc:ID': data.number,
      'cbc:IssueDate': data.issued_on,
      'cbc:DueDate': data.due_on,
      'cbc:InvoiceTypeCode': TYPE_CODES[data.kind],
      ...(notes.length > 0 ? { 'cbc:Note': [notes.join('\n')] } : {}),
      'cbc:DocumentCurrencyCode': data.currency,
      ...(data.buyer.po_number ? { 'cac:OrderReference': { 'cbc:ID': data.buyer.po_number } } : {}),
      'cac:InvoicePeriod': { 'cbc:StartDate': data.period_from, 'cbc:EndDate': data.period_to },
      ...(data.corrects
        ? {
            'cac:BillingReference': [
              {
                'cac:InvoiceDocumentReference': {
                  'cbc:ID': data.corrects.number,
                  'cbc:IssueDate': data.corrects.issued_on,
                },
              },
            ],
          }
        : {}),
      'cac:AccountingSupplierParty': { 'cac:Party': ublParty(data.seller, taxSchemes(data.seller, data.category)) },
      'cac:AccountingCustomerParty': { 'cac:Party': ublParty(data.buyer, taxSchemes(data.buyer, data.category)[0]) },
      'cac:Delivery': {
        'cbc:ActualDeliveryDate': data.period_to,
        // Of what is sold into another country the law asks where (BR-IC-12, BR-G-10).
        'cac:DeliveryLocation': {
          'cac:Address': { 'cac:Country': { 'cbc:IdentificationCode': data.buyer.country } },
        },
      },
      'cac:TaxTotal': [
        {
          ...amount('TaxAmount', data.tax),
          'cac:TaxSubtotal': [
            {
              ...amount('TaxableAmount', data.net),
              ...amount('TaxAmount', data.tax),
              'cac:TaxCategory': {
                ...category,
                ...(isFree ? { 'cbc:TaxExemptionReason': data.tax_note } : {}),
                ...scheme,
              },
            },
          ],
        },
      ],
      'cac:LegalMonetaryTotal': {
        ...amount('LineExtensionAmount', data.net),
        ...amount('TaxExclusiveAmount', data.net),
        ...amount('TaxInclusiveAmount', gross),
        // What the buyer keeps back for the tax office is paid by that already.
        ...(withheld.eq(0) ? {} : amount('PrepaidAmount', data.withholding)),
        ...amount('PayableAmount', data.payable),
      },
      'cac:InvoiceLine': data.lines.map((line, at) => {
        const value = new Big(line.amount);
        return {
          'cbc:ID': String(at + 1),
          // A price is never negative (BR-27), so what is taken away is one unit less.
          'cbc:InvoicedQuantity': value.lt(0) ? '-1' : '1',
          'cbc:InvoicedQuantity@unitCode': 'C62',
          ...amount('LineExtensionAmount', line.amount),
          'cac:InvoicePeriod': { 'cbc:StartDate': line.period_from, 'cbc:EndDate': line.period_to },
          'cac:Item': {
            ...described(line),
            'cac:ClassifiedTaxCategory': { ...category, ...scheme },
          },
          'cac:Price': amount('PriceAmount', value.abs().toFixed()),
        };
      }),
    },
  };
}

/** A tax that is split is one here: EN 16931 has one rate for each category. */
const percentOf = ({ taxes }: DocumentData): string => sumOf(taxes.map(({ percent }) => percent)).toFixed();

function described(line: DocumentData['lines'][number]): Json {
  const name = [line.publisher, line.campaign, line.event].filter((part) => part !== '').join(' / ') || line.kind;
  const detail = [line.payment_model, ...(line.units === null ? [] : [`${line.units} x ${line.rate ?? ''}`])];
  const description = detail.filter((part) => part !== '').join(' / ');
  return { ...(description === '' ? {} : { 'cbc:Description': description }), 'cbc:Name': name };
}

/** The number for the tax, where the document is about one. */
const taxSchemes = ({ tax_ids }: Party, category: DocumentData['category']): Json[] =>
  category === WITHOUT_TAX_NUMBER
    ? []
    : tax_ids.slice(0, 1).map((id) => ({ 'cbc:CompanyID': id, 'cac:TaxScheme': { 'cbc:ID': 'VAT' } }));

/** Sellers have a list of tax numbers, buyers one. */
function ublParty(party: Party, tax: Json | readonly Json[] | undefined): Json {
  const [, other] = party.tax_ids;
  const isTaxed = tax !== undefined && (!Array.isArray(tax) || tax.length > 0);
  return {
    'cbc:EndpointID': party.email,
    'cbc:EndpointID@schemeID': 'EM',
    'cac:PostalAddress': {
      'cbc:StreetName': party.address,
      ...(party.city === '' ? {} : { 'cbc:CityName': party.city }),
      ...(party.postal_code === '' ? {} : { 'cbc:PostalZone': party.postal_code }),
      ...(party.state_code === '' ? {} : { 'cbc:CountrySubentity': party.state_code }),
      'cac:Country': { 'cbc:IdentificationCode': party.country },
    },
    ...(isTaxed ? { 'cac:PartyTaxScheme': tax } : {}),
    'cac:PartyLegalEntity': {
      'cbc:RegistrationName': party.legal_name,
      ...(other === undefined ? {} : { 'cbc:CompanyID': other }),
    },
  };
}

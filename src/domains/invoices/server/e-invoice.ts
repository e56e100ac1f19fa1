import Big from 'big.js';
import type { DocumentData, DocumentLine, Party } from '#domains/invoices/contract/document.ts';
import type { TaxCategory } from '#domains/invoices/contract/party.ts';
import { amountText, sumOf } from './amounts.ts';
import type { InvoicePaper } from './paper/paper.ts';
import { accountIn } from './payee.ts';

type Json = Readonly<Record<string, unknown>>;

interface Library {
  InvoiceService: new (logger: object) => Service;
}

interface Service {
  formatFactoryService: { createFormatService(format: string, logger: object): { postProcess?(cii: object): void } };
  generate(input: never, options: object): Promise<string | Uint8Array>;
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

/** What a document says, and how its lines are put in words. */
interface Said {
  data: DocumentData;
  paper: Pick<InvoicePaper, 'rows'>;
}

/** Throws with the reason where the document would not be valid. */
async function generated({ data, paper }: Said, options: object): Promise<string | Uint8Array> {
  const found = await library();
  if (!found) throw new Error('@e-invoice-eu/core is not installed');
  const service = new found.InvoiceService(SILENT);
  nameOrder(service, data.buyer.po_number);
  return service.generate(inUbl(data, paper.rows) as never, { lang: data.locale, noWarnings: true, ...options });
}

const AGREEMENT = [
  'rsm:CrossIndustryInvoice',
  'rsm:SupplyChainTradeTransaction',
  'ram:ApplicableHeaderTradeAgreement',
] as const;

/** The library leaves the order (BT-13) out of all profiles but the widest, though each of them has it. */
function nameOrder({ formatFactoryService: formats }: Service, order: string): void {
  const create = formats.createFormatService.bind(formats);
  formats.createFormatService = (format, logger) => {
    const made = create(format, logger);
    const finish = made.postProcess?.bind(made);
    if (order === '' || !finish) return made;
    made.postProcess = (cii) => {
      finish(cii);
      const agreement = AGREEMENT.reduce<object>((at, name) => Reflect.get(at, name) ?? {}, cii);
      Reflect.set(agreement, 'ram:BuyerOrderReferencedDocument', { 'ram:IssuerAssignedID': order });
    };
    return made;
  };
}

/** As UBL 2.1 after EN 16931. */
export const ublOf = async (said: Said): Promise<string> => String(await generated(said, { format: 'UBL' }));

/** The PDF with the same as CII in it (Factur-X, profile EN 16931). */
export async function facturX(said: Said, pdf: Buffer): Promise<Buffer> {
  const file = { buffer: pdf, filename: `${said.data.number}.pdf`, mimetype: 'application/pdf' };
  return Buffer.from(await generated(said, { format: 'Factur-X-EN16931', pdf: file }));
}

const WITHOUT_TAX = 'O';

/** Codes of UNTDID 1001: a credit note of a self-billed document is one of its own. */
const typeOf = ({ kind, corrects }: DocumentData): string => {
  if (kind === 'credit_note') return corrects?.kind === 'self_billing' ? '261' : '381';
  return kind === 'self_billing' ? '389' : '380';
};

/** UBL as the library takes it: names of elements, attributes behind `@`. */
function inUbl(data: DocumentData, rows: InvoicePaper['rows']): Json {
  const amount = (name: string, value: string): Json => ({
    [`cbc:${name}`]: value,
    [`cbc:${name}@currencyID`]: data.currency,
  });
  // Where no rule was applied nothing is said about a tax.
  const id = data.category ?? WITHOUT_TAX;
  const percent = id === WITHOUT_TAX ? undefined : percentOf(data);
  const category = {
    'cbc:ID': id,
    ...(percent === undefined ? {} : { 'cbc:Percent': percent }),
  };
  const scheme = { 'cac:TaxScheme': { 'cbc:ID': 'VAT' } };
  const gross = amountText(new Big(data.net).plus(data.tax), data.currency);
  const withheld = new Big(data.withholding);
  const isFree = id !== 'S' && id !== 'Z' && data.tax_note !== '';
  return {
    'ubl:Invoice': {
      'cbc:CustomizationID': 'urn:cen.eu:en16931:2017',
      'cbc:ID': data.number,
      'cbc:IssueDate': data.issued_on,
      ...(data.corrects ? {} : { 'cbc:DueDate': data.due_on }),
      'cbc:InvoiceTypeCode': typeOf(data),
      ...(data.footer === '' ? {} : { 'cbc:Note': [data.footer] }),
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
      'cac:AccountingSupplierParty': { 'cac:Party': ublParty(data.seller, taxSchemes(data.seller, id)) },
      'cac:AccountingCustomerParty': { 'cac:Party': ublParty(data.buyer, taxSchemes(data.buyer, id)[0]) },
      'cac:Delivery': {
        'cbc:ActualDeliveryDate': data.period_to,
        // Of what is sold into another country the law asks where (BR-IC-12, BR-G-10).
        'cac:DeliveryLocation': {
          'cac:Address': { 'cac:Country': { 'cbc:IdentificationCode': data.buyer.country } },
        },
      },
      ...paymentOf(data),
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
        const { quantity, price, per } = pricedBy(line);
        return {
          'cbc:ID': String(at + 1),
          'cbc:InvoicedQuantity': quantity,
          'cbc:InvoicedQuantity@unitCode': ONE,
          ...amount('LineExtensionAmount', line.amount),
          'cac:InvoicePeriod': { 'cbc:StartDate': line.period_from, 'cbc:EndDate': line.period_to },
          'cac:Item': {
            ...described(rows[at], line),
            'cac:ClassifiedTaxCategory': { ...category, ...scheme },
          },
          'cac:Price': {
            ...amount('PriceAmount', price),
            ...(per === 1 ? {} : { 'cbc:BaseQuantity': String(per), 'cbc:BaseQuantity@unitCode': ONE }),
          },
        };
      }),
    },
  };
}

/** Codes of UNTDID 4461: a transfer, and one within SEPA. */
const [TRANSFER, SEPA_TRANSFER] = ['30', '58'] as const;

/** How a document is paid. Bank details without an account that can be read are on the paper only. */
function paymentOf({ kind, currency, number, seller, corrects, terms }: DocumentData): Json {
  // A credit note is due on no day, so it says what it goes off (BR-CO-25).
  const note = corrects?.number ?? terms;
  const said = note === '' ? {} : { 'cac:PaymentTerms': { 'cbc:Note': note } };
  const account = kind === 'invoice' ? accountIn(seller.bank) : null;
  if (account === null) return said;
  return {
    'cac:PaymentMeans': [
      {
        'cbc:PaymentMeansCode': account.sepa && currency === 'EUR' ? SEPA_TRANSFER : TRANSFER,
        'cbc:PaymentID': number,
        'cac:PayeeFinancialAccount': {
          'cbc:ID': account.iban,
          'cbc:Name': seller.legal_name,
          ...(account.bic === null ? {} : { 'cac:FinancialInstitutionBranch': { 'cbc:ID': account.bic } }),
        },
      },
    ],
    ...said,
  };
}

/** A tax that is split is one here: EN 16931 has one rate for each category. */
const percentOf = ({ taxes }: DocumentData): string => sumOf(taxes.map(({ percent }) => percent)).toFixed();

/** Of UNECE recommendation 20: a thing that is counted. */
const ONE = 'C62';
const PRICE_DIGITS = 2;

/**
 * Quantity times price through what the price is of (BT-149) is the amount of the line. What comes about otherwise is one
 * of its amount; a price is never negative (BR-27), so what is taken away is one less.
 */
function pricedBy({ units, rate, per = 1, amount }: DocumentLine): { quantity: string; price: string; per: number } {
  if (units !== null && rate !== null) {
    // The library takes prices of two digits: what has more is the price of ten, a hundred or more.
    const digits = (new Big(rate).toFixed().split('.')[1] ?? '').length;
    const times = 10 ** Math.max(0, digits - PRICE_DIGITS);
    return { quantity: String(units), price: new Big(rate).times(times).toFixed(), per: per * times };
  }
  const value = new Big(amount);
  return { quantity: value.lt(0) ? '-1' : '1', price: value.abs().toFixed(), per: 1 };
}

/** In the words of the paper. */
function described(row: InvoicePaper['rows'][number] | undefined, { kind }: DocumentLine): Json {
  const parts = row ? [row.more, row.how, [row.units, row.unit].filter((part) => part !== '').join(' ')] : [];
  const description = parts.filter((part) => part !== '').join(' / ');
  return { ...(description === '' ? {} : { 'cbc:Description': description }), 'cbc:Name': row?.what || kind };
}

/** The number for the tax, where the document is about one. */
const taxSchemes = ({ tax_ids }: Party, category: TaxCategory): Json[] =>
  category === WITHOUT_TAX
    ? []
    : tax_ids.slice(0, 1).map((id) => ({ 'cbc:CompanyID': id, 'cac:TaxScheme': { 'cbc:ID': 'VAT' } }));

/** Sellers have a list of tax numbers, buyers one. */
function ublParty(party: Party, tax: Json | readonly Json[] | undefined): Json {
  const isTaxed = tax !== undefined && (!Array.isArray(tax) || tax.length > 0);
  // Who has no number for the tax here is known by it all the same (BR-CO-26).
  const other = party.tax_ids[isTaxed ? 1 : 0];
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

import { type CodeOf, refusals } from '#platform/contract/message.ts';

/** What prices and exchange rates refuse. */
export const REFUSALS = refusals({
  money_of_whole_package: 'Prices and exchange rates hold for the whole package; please ask its owner',
  price_limit: 'A package has at most {{most}} dated prices',
  price_event_only_cpa: 'Only a price per event can name an event',
  rate_same_currency: 'A rate names two different currencies',
  rates_too_large: 'A file of rates has at most {{most}} MB',
  rates_unreadable:
    'This is neither the file of the European Central Bank nor a table with the columns date, base, quote, rate',
  rates_none: 'The file has no rate that could be read',
});

export type RefusalCode = CodeOf<typeof REFUSALS>;

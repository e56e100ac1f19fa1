/** What is written of a ticket, by its field. */
export const NO_TEXTS = {
  title: '',
  description: '',
  url: '',
  publisher: '',
  category: '',
  sub_category: '',
  brand: '',
  channel: '',
  sub_channel: '',
  country: '',
  location: '',
};
export type TicketTexts = typeof NO_TEXTS;
export const isTicketText = (name: string | undefined): boolean => name !== undefined && name in NO_TEXTS;

/** Facts of a case, two beside each other. */
export const FACT_PAIRS = [
  ['publisher', 'category'],
  ['sub_category', 'brand'],
  ['channel', 'sub_channel'],
  ['country', 'location'],
] as const;

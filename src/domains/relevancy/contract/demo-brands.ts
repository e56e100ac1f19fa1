import type { Locale } from '#platform/contract/locales.ts';

export interface DemoBrand {
  id: string;
  name: string;
  /** What its videos are about, in the words of each language. */
  keyword: Readonly<Record<Locale, string>>;
}

/** Made-up brands of the guided scan; the sample videos that come with the product are about their keywords. */
export const DEMO_BRANDS: readonly DemoBrand[] = [
  {
    id: 'outdoor',
    name: 'Kestrel Outdoor',
    keyword: { en: 'hiking', de: 'Wandern', fr: 'randonnée', es: 'senderismo', ja: 'ハイキング', zh: '徒步' },
  },
  {
    id: 'kitchen',
    name: 'Basilico',
    keyword: { en: 'pasta', de: 'Pasta', fr: 'pâtes', es: 'pasta', ja: 'パスタ', zh: '意大利面' },
  },
  {
    id: 'coffee',
    name: 'Third Cup',
    keyword: { en: 'coffee', de: 'Kaffee', fr: 'café', es: 'café', ja: 'コーヒー', zh: '咖啡' },
  },
  {
    id: 'yoga',
    name: 'Stillpoint',
    keyword: { en: 'yoga', de: 'Yoga', fr: 'yoga', es: 'yoga', ja: 'ヨガ', zh: '瑜伽' },
  },
  {
    id: 'car',
    name: 'Voltara',
    keyword: {
      en: 'electric car',
      de: 'Elektroauto',
      fr: 'voiture électrique',
      es: 'coche eléctrico',
      ja: '電気自動車',
      zh: '电动汽车',
    },
  },
  {
    id: 'skin',
    name: 'Lumen Skin',
    keyword: {
      en: 'skincare',
      de: 'Hautpflege',
      fr: 'soin de la peau',
      es: 'cuidado de la piel',
      ja: 'スキンケア',
      zh: '护肤',
    },
  },
];

/** Where people who read a language are asked about, for the guided scan. */
export const DEMO_COUNTRY: Readonly<Record<Locale, string>> = {
  en: 'US',
  de: 'DE',
  fr: 'FR',
  es: 'ES',
  ja: 'JP',
  zh: 'CN',
};

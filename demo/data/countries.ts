import type { CountryCode } from './networks.ts';

export interface Country {
  code: CountryCode;
  /** Hours ahead of UTC in winter; the demo leaves summer time out. */
  offset: number;
  language: string;
  currency: string;
  /** What one euro is worth there, roughly; only to make basket values believable. */
  perEuro: number;
  /** Share of traffic of the shop and of the game. */
  shop: number;
  game: number;
  /** Share of phones among the shop's visitors. */
  phones: number;
  /** Where ten-year-old phones are still in daily use. */
  oldPhones: boolean;
  places: readonly { region: string; city: string }[];
}

const country = (
  code: CountryCode,
  offset: number,
  language: string,
  money: string,
  share: { shop: number; game: number; phones: number; old?: true },
  places: string,
): Country => {
  const [currency = 'EUR', perEuro = '1'] = money.split(' ');
  return {
    code,
    offset,
    language,
    currency,
    perEuro: Number(perEuro),
    shop: share.shop,
    game: share.game,
    phones: share.phones,
    oldPhones: share.old ?? false,
    places: places.split(', ').map((place) => {
      const [region = '', city = ''] = place.split('/');
      return { region, city };
    }),
  };
};

export const COUNTRIES: readonly Country[] = [
  country(
    'DE',
    1,
    'de-DE',
    'EUR 1',
    { shop: 30, game: 6, phones: 0.62 },
    'Berlin/Berlin, Bavaria/Munich, Hamburg/Hamburg, Hesse/Frankfurt am Main, Saxony/Leipzig',
  ),
  country(
    'FR',
    1,
    'fr-FR',
    'EUR 1',
    { shop: 13, game: 5, phones: 0.64 },
    'Ile-de-France/Paris, Auvergne-Rhone-Alpes/Lyon, Occitanie/Toulouse',
  ),
  country(
    'GB',
    0,
    'en-GB',
    'GBP 0.86',
    { shop: 12, game: 7, phones: 0.66 },
    'England/London, England/Manchester, Scotland/Glasgow',
  ),
  country('IT', 1, 'it-IT', 'EUR 1', { shop: 7, game: 4, phones: 0.7 }, 'Lombardy/Milan, Lazio/Rome, Campania/Naples'),
  country(
    'ES',
    1,
    'es-ES',
    'EUR 1',
    { shop: 6, game: 4, phones: 0.7 },
    'Madrid/Madrid, Catalonia/Barcelona, Andalusia/Seville',
  ),
  country(
    'NL',
    1,
    'nl-NL',
    'EUR 1',
    { shop: 5, game: 2, phones: 0.6 },
    'North Holland/Amsterdam, South Holland/Rotterdam',
  ),
  country('PL', 1, 'pl-PL', 'PLN 4.3', { shop: 5, game: 3, phones: 0.66 }, 'Masovia/Warsaw, Lesser Poland/Krakow'),
  country(
    'SE',
    1,
    'sv-SE',
    'SEK 11.2',
    { shop: 3, game: 1.5, phones: 0.63 },
    'Stockholm/Stockholm, Vastra Gotaland/Gothenburg',
  ),
  country(
    'US',
    -5,
    'en-US',
    'USD 1.12',
    { shop: 8, game: 26, phones: 0.6 },
    'California/Los Angeles, Texas/Houston, New York/New York, Illinois/Chicago, Florida/Miami',
  ),
  country('CA', -5, 'en-CA', 'CAD 1.55', { shop: 1.5, game: 4, phones: 0.6 }, 'Ontario/Toronto, Quebec/Montreal'),
  country(
    'AU',
    10,
    'en-AU',
    'AUD 1.7',
    { shop: 1, game: 3, phones: 0.64 },
    'New South Wales/Sydney, Victoria/Melbourne',
  ),
  country('JP', 9, 'ja-JP', 'JPY 165', { shop: 1, game: 6, phones: 0.68 }, 'Tokyo/Tokyo, Osaka/Osaka'),
  country('KR', 9, 'ko-KR', 'KRW 1550', { shop: 0.5, game: 3, phones: 0.7 }, 'Seoul/Seoul, Busan/Busan'),
  country(
    'BR',
    -3,
    'pt-BR',
    'BRL 6.1',
    { shop: 1, game: 8, phones: 0.82 },
    'Sao Paulo/Sao Paulo, Rio de Janeiro/Rio de Janeiro, Minas Gerais/Belo Horizonte',
  ),
  country(
    'MX',
    -6,
    'es-MX',
    'MXN 20.5',
    { shop: 0.6, game: 5, phones: 0.82 },
    'Mexico City/Mexico City, Jalisco/Guadalajara',
  ),
  country(
    'AR',
    -3,
    'es-AR',
    'USD 1.12',
    { shop: 0.4, game: 2, phones: 0.8 },
    'Buenos Aires/Buenos Aires, Cordoba/Cordoba',
  ),
  country('CO', -5, 'es-CO', 'USD 1.12', { shop: 0.3, game: 2, phones: 0.84 }, 'Bogota/Bogota, Antioquia/Medellin'),
  country('TR', 3, 'tr-TR', 'TRY 49', { shop: 1, game: 4, phones: 0.8 }, 'Istanbul/Istanbul, Ankara/Ankara'),
  country(
    'IN',
    5.5,
    'en-IN',
    'INR 97',
    { shop: 1, game: 14, phones: 0.92, old: true },
    'Maharashtra/Mumbai, Karnataka/Bengaluru, Delhi/New Delhi, Tamil Nadu/Chennai',
  ),
  country(
    'ID',
    7,
    'id-ID',
    'IDR 18500',
    { shop: 0.4, game: 7, phones: 0.92, old: true },
    'Jakarta/Jakarta, East Java/Surabaya',
  ),
  country(
    'VN',
    7,
    'vi-VN',
    'VND 29500',
    { shop: 0.2, game: 3, phones: 0.88, old: true },
    'Ho Chi Minh/Ho Chi Minh City, Hanoi/Hanoi',
  ),
  country('TH', 7, 'th-TH', 'THB 37.5', { shop: 0.3, game: 3, phones: 0.87 }, 'Bangkok/Bangkok, Chiang Mai/Chiang Mai'),
  country(
    'PH',
    8,
    'en-PH',
    'PHP 66',
    { shop: 0.3, game: 4, phones: 0.9, old: true },
    'Metro Manila/Manila, Cebu/Cebu City',
  ),
  country(
    'EG',
    2,
    'ar-EG',
    'USD 1.12',
    { shop: 0.3, game: 2, phones: 0.88, old: true },
    'Cairo/Cairo, Alexandria/Alexandria',
  ),
  country('NG', 1, 'en-NG', 'USD 1.12', { shop: 0.3, game: 2, phones: 0.93, old: true }, 'Lagos/Lagos, Kano/Kano'),
  country(
    'PK',
    5,
    'en-PK',
    'USD 1.12',
    { shop: 0.2, game: 2.5, phones: 0.93, old: true },
    'Punjab/Lahore, Sindh/Karachi',
  ),
  country(
    'ZA',
    2,
    'en-ZA',
    'ZAR 20.4',
    { shop: 0.6, game: 2, phones: 0.82 },
    'Gauteng/Johannesburg, Western Cape/Cape Town',
  ),
];

import { DEMO_BRANDS } from '#domains/relevancy/contract/demo-brands.ts';
import { LOCALE_CODES, type Locale } from '#platform/contract/locales.ts';
import type { ReadVideo } from './read-videos.ts';

/** What a sample video is called in a language: `{k}` is the keyword. Titles first, then texts that only mention it. */
interface Words {
  titles: readonly string[];
  /** Title and description. */
  aside: readonly [title: string, description: string];
  risky: string;
  gamble: string;
  category: string;
}

const WORDS: Readonly<Record<Locale, Words>> = {
  en: {
    titles: [
      '{k} for beginners',
      'A week of {k}',
      '{k}: ten mistakes to avoid',
      'What nobody tells you about {k}',
      'The quiet joy of {k}',
      '{k} on a small budget',
    ],
    aside: ['Sunday vlog', 'Laundry, a long walk and, near the end, a few words about {k}.'],
    risky: '{k} after a night at the casino',
    gamble: '{k} and slots: live stream',
    category: 'Howto & Style',
  },
  de: {
    titles: [
      '{k} für Anfänger',
      'Eine Woche {k}',
      '{k}: zehn Fehler, die man vermeidet',
      'Was niemand über {k} sagt',
      '{k} mit kleinem Budget',
      'Alles über {k}',
    ],
    aside: ['Sonntagsvlog', 'Wäsche, ein Spaziergang und am Ende ein paar Worte zu {k}.'],
    risky: '{k} nach einer Nacht im Casino',
    gamble: '{k} und Automaten: Livestream',
    category: 'Praktische Tipps & Styling',
  },
  fr: {
    titles: [
      '{k} pour débutants',
      'Une semaine de {k}',
      '{k} : dix erreurs à éviter',
      'Ce que personne ne dit sur {k}',
      '{k} avec un petit budget',
      'Tout savoir : {k}',
    ],
    aside: ['Vlog du dimanche', 'La lessive, une promenade et, à la fin, quelques mots : {k}.'],
    risky: '{k} après une nuit au casino',
    gamble: '{k} et jeux : en direct',
    category: 'Vie pratique et style',
  },
  es: {
    titles: [
      '{k} para principiantes',
      'Una semana de {k}',
      '{k}: diez errores que evitar',
      'Lo que nadie cuenta: {k}',
      '{k} con poco dinero',
      'Todo sobre {k}',
    ],
    aside: ['Vlog del domingo', 'La colada, un paseo y, al final, unas palabras sobre {k}.'],
    risky: '{k} tras una noche en el casino',
    gamble: '{k} y juegos: en directo',
    category: 'Consejos y estilo',
  },
  ja: {
    titles: [
      'はじめての{k}',
      '{k}の一週間',
      '{k}で避けたい十の失敗',
      '誰も教えてくれない{k}',
      '小さな予算で{k}',
      '{k}のすべて',
    ],
    aside: ['日曜日の記録', '洗濯と散歩、最後に{k}の話を少し。'],
    risky: 'カジノの夜のあとの{k}',
    gamble: '{k}とゲームの生配信',
    category: 'ハウツーとスタイル',
  },
  zh: {
    titles: ['{k}入门', '{k}的一周', '{k}要避免的十个错误', '没人告诉你的{k}', '小预算{k}', '关于{k}的一切'],
    aside: ['周日日志', '洗衣、散步，最后说几句{k}。'],
    risky: '赌场之夜后的{k}',
    gamble: '{k}与游戏直播',
    category: '生活与时尚',
  },
};

/** Channels nobody has, named by what they show. */
const CHANNELS = ['Field Notes', 'Slow Afternoon', 'Bright Kitchen', 'Two Rooms', 'Harbour Road', 'Paper Lantern'];
const DAY_MS = 86_400_000;
const FIRST_DAY = Date.UTC(2024, 0, 7);

/** A few hundred made-up videos about the keywords of the guided scan, in six languages; always the same, and marked as samples. */
export const sampleVideos = (): ReadVideo[] =>
  LOCALE_CODES.flatMap((language, l) =>
    DEMO_BRANDS.flatMap(({ keyword }, b) => {
      const { titles, aside, risky, gamble, category } = WORDS[language];
      const say = (text: string): string => sentence(text.replaceAll('{k}', keyword[language]));
      const seed = l * 100 + b * 10;
      const of = (n: number, title: string, more: Partial<ReadVideo> = {}): ReadVideo =>
        videoOf(language, seed + n, { title: say(title), category, ...more });
      return [
        ...titles.map((title, n) => of(n, title, { tags: keyword[language] })),
        of(6, aside[0], { description: say(aside[1]) }),
        of(7, risky),
        of(8, gamble, { category: 'Gambling' }),
        of(9, titles[0] ?? '', { description: say(aside[1]), age_restricted: true }),
      ];
    }),
  );

const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Numbers that look like numbers of a video and follow from its place alone. */
const videoOf = (language: Locale, n: number, more: Partial<ReadVideo>): ReadVideo => ({
  url: `https://videos.example/sample/${n + 1}`,
  title: '',
  language,
  countries: [],
  description: '',
  tags: '',
  transcript: '',
  channel_id: `sample-${n % CHANNELS.length}`,
  channel_name: CHANNELS[n % CHANNELS.length] ?? '',
  category: '',
  views: ((n * 7919) % 97) ** 3 + 120 + n,
  length_seconds: 45 + ((n * 613) % 1740),
  upload_date: new Date(FIRST_DAY + ((n * 37) % 900) * DAY_MS).toISOString().slice(0, 10),
  made_for_kids: false,
  age_restricted: false,
  ...more,
});

import type { Colour } from './paint.ts';

/** The tokens of the light theme, for paper that no browser draws; a test holds them equal to the style sheet. */
export const PAPER = {
  clean: '#0b7a75',
  'clean-fill': '#3d9a94',
  'clean-soft': '#e8f5f4',
  suspect: '#855500',
  fraud: '#b42318',
  'fraud-soft': '#fdebe9',
  accent: '#3538cd',
  text: '#101828',
  muted: '#475467',
  line: '#e4e7ec',
  'surface-0': '#f7f8fa',
  'surface-1': '#ffffff',
  'surface-2': '#f0f2f5',
  'category-1': '#2f6fb5',
  'category-2': '#b8600b',
  'category-3': '#00795a',
  'category-4': '#a4458c',
  'category-5': '#7a6a00',
  'category-6': '#1b8299',
  'category-7': '#6b50b8',
  'category-8': '#98503f',
  'category-other': '#77808d',
} as const;

export const paperColour: Colour = (token) => PAPER[token];

import { de } from './de.ts';
import { en } from './en.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';
import { ja } from './ja.ts';
import type { Texts } from './texts.ts';
import { zh } from './zh.ts';

export const MAIL_TEXTS: Readonly<Record<string, Texts>> & { readonly en: Texts } = { en, de, es, fr, ja, zh };

import type { EntryTag } from '#domains/brand-relevancy/contract/entry.ts';
import { PIXELS, type TagLabel } from '#domains/brand-relevancy/contract/entry-terms.ts';
import { macrosFor } from '#domains/brand-relevancy/contract/macros.ts';
import type { TagSeal } from './parts.ts';
import type { entryTable } from './tables.ts';

export type EntryRow = typeof entryTable.$inferSelect;

/** What is signed in an address: which entry it counts for, and what. Nobody makes a complete of an impression. */
export const signedText = (key: string, event: string): string => `brand\n${key}\n${event}`;

/** Addresses and code to hand out; that of VAST is answered by video ads. Macros stay as their platform writes them. */
export function tagsOf(seal: Pick<TagSeal, 'sign'>, base: string, entry: EntryRow, vast: string | null): EntryTag[] {
  const { key, type, platform, creativeSize } = entry;
  const address = (path: string, event: string, isClick = false): string => {
    const macros = Object.entries(macrosFor(type, platform, isClick)).map(([name, macro]) => `&${name}=${macro}`);
    return `${base}${path}?s=${seal.sign(signedText(key, event))}${macros.join('')}`;
  };
  const click = address(`/d/c/${key}`, 'click', true);
  if (type === 'vast') return vast === null ? [] : [{ label: 'vast', url: vast, code: vast }];
  const clicks: EntryTag[] = entry.clickUrl === '' ? [] : [{ label: 'click', url: click, code: click }];
  if (type === 'mfdisplay') {
    const url = address(`/d/f/${key}`, 'frame');
    const [width = '', height = ''] = creativeSize.split('x');
    const size = width === '' ? '' : ` data-width="${width}" data-height="${height}"`;
    const pixel = image(address(`/d/i/${key}/impression`, 'impression'));
    return [
      { label: 'frame', url, code: `<script async src="${url}"${size}></script><noscript>${pixel}</noscript>` },
      ...clicks,
    ];
  }
  const pixels = PIXELS[type].map((label: TagLabel): EntryTag => {
    const url = address(`/d/i/${key}/${label}`, label);
    return { label, url, code: type === 'display' ? image(url) : url };
  });
  return [...pixels, ...clicks];
}

const image = (url: string): string => `<img src="${url}" width="1" height="1" alt="" style="display:none">`;

import type { BoardCard } from '#domains/explore/contract/board-endpoints.ts';
import { isKept } from '#domains/views/contract/view-endpoints.ts';
import type { Ask } from '../ask.ts';

/** What a card keeps of an address of Explore: the question, without package, days and how it is looked at. */
export const askedIn = (params: URLSearchParams): BoardCard['asked'] =>
  [...params]
    .filter(([name, value]) => isKept(name) && name !== 'view' && value !== '')
    .map(([name, value]) => ({ name, value }));

/** The address of a card, as Explore has it. */
export function paramsOf({ asked, view }: Pick<BoardCard, 'asked' | 'view'>): URLSearchParams {
  const params = new URLSearchParams(asked.map(({ name, value }) => [name, value]));
  if (view !== 'table') params.set('view', view);
  return params;
}

/** Explore with the question of a card; `sticky` carries package and days. */
export function exploreHref(card: Pick<BoardCard, 'asked' | 'view'>, sticky: string): string {
  const own = String(paramsOf(card));
  const carried = sticky.replace(/^\?/, '');
  return `/explore?${[carried, own].filter((part) => part !== '').join('&')}`;
}

/** What a card is called until somebody says otherwise, in characters that titles may have. */
export function titleOf(
  ask: Ask,
  words: { key: (name: Ask['by'][number]) => string; measure: (name: string) => string },
) {
  const counted = ask.measures.slice(0, 2).map(words.measure).join(', ');
  const by = ask.by.map(words.key).join(', ');
  return (by === '' ? counted : `${counted}: ${by}`).replace(/[#$^{}<>;?\\`~]/g, '').slice(0, LONGEST_TITLE);
}

const LONGEST_TITLE = 120;

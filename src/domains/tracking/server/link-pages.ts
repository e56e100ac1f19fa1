import { localeOf } from '#platform/contract/locales.ts';
import { DOT } from '#platform/server/http/dot.ts';
import type { FileAnswer } from '#platform/server/http/implement.ts';
import type { Texts } from '#platform/server/texts.ts';
import { challengePage, SCRIPT_POLICY } from './challenge.ts';
import { linkPage, STYLE_POLICY } from './link-page-style.ts';

const POLICY = `default-src 'none'; ${STYLE_POLICY}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
const HTML = 'text/html; charset=utf-8';

/**
 * Why nobody is sent anywhere: a link nobody knows, one that has ended, one that this person may not follow now, an
 * answer to a challenge that came too late or again.
 */
export type Nowhere = 'unknown' | 'ended' | 'closed' | 'stale';

const STATUS: Readonly<Record<Nowhere, number>> = { unknown: 404, ended: 410, closed: 403, stale: 403 };

const answer = (more: Omit<FileAnswer, 'fileName'>): FileAnswer => ({
  ...more,
  fileName: 'link',
  headers: {
    'content-disposition': 'inline',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex',
    ...more.headers,
  },
});

export const sentTo = (url: string): FileAnswer =>
  answer({ status: 302, mediaType: 'text/plain; charset=utf-8', stream: '', headers: { location: url } });

/** The answer browsers drop: they ask again when the person opens the link. With 204 they would then stay where they are. */
export const notNow = (): FileAnswer => answer({ status: 503, mediaType: 'text/plain; charset=utf-8', stream: '' });

export const dot = (): FileAnswer =>
  answer({ mediaType: 'image/gif', stream: DOT, headers: { 'cross-origin-resource-policy': 'cross-origin' } });

/** Plain pages in the language of whoever followed the link. */
export class LinkPages {
  readonly #texts: Texts;

  constructor(texts: Texts) {
    this.#texts = texts;
  }

  async nowhere(what: Nowhere, languages: string): Promise<FileAnswer> {
    const locale = localeOf(languagesOf(languages));
    const words = escaped((await this.#texts(locale))(`link-page:${what}`));
    return answer({
      status: STATUS[what],
      mediaType: HTML,
      stream: linkPage({ locale, title: words, body: `<main><p>${words}</p></main>` }),
      headers: { 'content-security-policy': POLICY },
    });
  }

  async challenge(to: string, token: string, languages: string): Promise<FileAnswer> {
    const locale = localeOf(languagesOf(languages));
    const t = await this.#texts(locale);
    const words = {
      wait: escaped(t('link-page:wait')),
      needsScript: escaped(t('link-page:needs_script')),
      tryAgain: escaped(t('link-page:try_again')),
      stopped: escaped(t('link-page:stopped')),
      goOn: escaped(t('link-page:go_on')),
    };
    return answer({
      mediaType: HTML,
      stream: challengePage(to, token, words, locale),
      headers: { 'content-security-policy': SCRIPT_POLICY },
    });
  }
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** What a browser asks for, at the length of a header that one sends. */
const languagesOf = (header: string): string[] => header.slice(0, 200).split(',');

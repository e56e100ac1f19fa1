import { isbot, isbotPatterns } from 'isbot';
import { readCrawlerPatterns } from '#traffic/lists/server/package-facts.ts';
import { looksLikeBrowser } from './agent-shape.ts';

export type AutomatedClass = 'bot' | 'headless' | 'library';

export interface BotMatch {
  class: AutomatedClass;
  /** Name as the agent writes it. */
  name: string;
  /** List and pattern, to explain the match with. */
  match: string;
}

interface Pattern {
  source: string;
  class: AutomatedClass;
  order: number;
  /** Robots of the pattern are known to imitate a browser; of others the name may be an app's or an extension's. */
  imitates: boolean;
}

/** Patterns of the lists that call people, as long as they are in them. */
export const NOT_CRAWLERS: Readonly<Record<string, string>> = {
  'AP3A\\.240617\\.008': 'The build of Android 15 on phones of OPPO, OnePlus and realme',
  firephp: 'An extension of Firefox by which people look into their own pages',
  '^netsurf': 'A small browser',
  'MetaIAB Facebook': 'The browser inside the apps of Meta, in which people read',
  chromeframe: 'Internet Explorer with a plug-in of Google that drew pages, in which people read until 2014',
};

const PREFIX = 3;
const SAYS_ROBOT = /bot|crawl|spider|https?:/i;
const RANK: Record<AutomatedClass, number> = { bot: 0, headless: 1, library: 2 };

/**
 * crawler-user-agents: 1,500 patterns, nearly all plain text. The plain ones are found by their first three letters in
 * one walk over the agent, which is some thirty times faster than trying each; the rest stay expressions.
 */
class CrawlerList {
  private readonly plain = new Map<string, { text: string; pattern: Pattern }[]>();
  private readonly expressions: { expression: RegExp; pattern: Pattern }[] = [];

  constructor() {
    const entries = readCrawlerPatterns().filter(({ pattern }) => !(pattern in NOT_CRAWLERS));
    entries.forEach((entry, order) => {
      const imitates = SAYS_ROBOT.test(entry.pattern) || entry.instances.some(looksLikeBrowser);
      const pattern = { source: entry.pattern, class: classOf(entry.tags ?? []), order, imitates };
      const text = plainText(entry.pattern);
      if (text.length < PREFIX) this.expressions.push({ expression: new RegExp(entry.pattern), pattern });
      else {
        const key = text.slice(0, PREFIX);
        this.plain.set(key, [...(this.plain.get(key) ?? []), { text, pattern }]);
      }
    });
  }

  /** The strongest match: a named bot beats the browser that drives it, which beats the library it is made with. */
  find(agent: string): BotMatch | null {
    let best: { text: string; pattern: Pattern } | null = null;
    const isBrowser = looksLikeBrowser(agent);
    const consider = (text: string, pattern: Pattern): void => {
      if (isBrowser && !pattern.imitates) return;
      const better =
        !best ||
        RANK[pattern.class] - RANK[best.pattern.class] < 0 ||
        (pattern.class === best.pattern.class && pattern.order < best.pattern.order);
      if (better) best = { text, pattern };
    };
    for (let at = 0; at + PREFIX <= agent.length; at++) {
      for (const { text, pattern } of this.plain.get(agent.slice(at, at + PREFIX)) ?? [])
        if (agent.startsWith(text, at)) consider(text, pattern);
    }
    for (const { expression, pattern } of this.expressions) {
      const found = expression.exec(agent);
      if (found) consider(found[0], pattern);
    }
    return best && toMatch(best);
  }
}

const toMatch = ({ text, pattern }: { text: string; pattern: Pattern }): BotMatch => ({
  class: pattern.class,
  name: tidyName(text),
  match: `crawler-user-agents: ${pattern.source}`,
});

function classOf(tags: readonly string[]): AutomatedClass {
  if (tags.includes('browser-automation')) return 'headless';
  return tags.length === 1 && tags[0] === 'http-library' ? 'library' : 'bot';
}

/** The text a pattern stands for when it is plain, '' when it is an expression. */
function plainText(pattern: string): string {
  const text = pattern.replace(/\\([/.\-:;,@+() ])/g, '$1');
  const unescaped = pattern.replace(/\\[/.\-:;,@+() ]/g, '');
  return /[\\^$.*+?()[\]{}|]/.test(unescaped) ? '' : text;
}

const tidyName = (text: string): string => text.replace(/^[^\w]+|[^\w)]+$/g, '');

let crawlerList: CrawlerList | undefined;

/** Compiled at the first agent, not at start. */
export function findCrawler(agent: string): BotMatch | null {
  crawlerList ??= new CrawlerList();
  return crawlerList.find(agent);
}

/**
 * Words that make an isbot hit believable in an agent that looks like a person's. isbot also matches by shape (no
 * spaces, odd ends), which in-app agents of real people share (isbot #29, #190, #314).
 */
const BOT_WORDS = /(?<!cu)bots?(?:\b|_)|crawl|spider|slurp|\+https?:\/\//i;

export const saysBot = (agent: string): boolean => BOT_WORDS.test(agent);

/** Patterns of isbot that look at the shape of an agent rather than at a name in it. */
const isShape = (pattern: string): boolean => /^(?:\^(?:\[|\\w|\\d|\\b|mozilla)|;|\\\||\\\(\\\)|\\b\\w)/.test(pattern);

/**
 * isbot's verdict with the pattern that gave it; shapes only say "not a browser", so the caller may ask to ignore them.
 */
export function findIsbot(agent: string, options: { shapes: boolean }): BotMatch | null {
  if (!isbot(agent)) return null;
  const pattern = isbotPatterns(agent).find((each) => !(each in NOT_CRAWLERS));
  if (pattern === undefined) return null;
  if (isShape(pattern) && !options.shapes && !saysBot(agent)) return null;
  return { class: 'bot', name: nameAround(agent, pattern), match: `isbot: ${pattern}` };
}

/** The product token around the match: `Foobot` for the pattern `bot`, without version. */
function nameAround(agent: string, pattern: string): string {
  const at = new RegExp(pattern, 'i').exec(agent)?.index ?? 0;
  const token = [...agent.matchAll(/[\w.-]+/g)].find((t) => t.index + t[0].length > at + 1);
  return tidyName(token?.[0] ?? '').slice(0, 60);
}

import { beginsAsBrowser, looksLikeBrowser } from './agent-shape.ts';
import { type BotMatch, findCrawler, findIsbot, saysBot } from './bot-patterns.ts';

export type UaClass = 'browser' | 'app' | 'bot' | 'library' | 'headless' | 'malformed' | 'empty';

export interface AgentClass {
  class: UaClass;
  /** Name of a declared bot, else ''. */
  bot: string;
  /** What decided a class other than browser and app. */
  match: string;
}

/** Ways to write "nothing" that logs and exports use. */
const EMPTY = /^(?:-|null|none|n\/?a|nil|undefined|unknown|\(null\))?$/i;
/** A macro nobody filled in, or an attack string where an agent should be. */
const MACRO = /^(?:[{$%]|\[(?!FB)|__|&lt;)|\$\{|<script|\(\)\s*\{|UNION\s+SELECT/i;
const HEADLESS =
  /HeadlessChrome|HeadlessFirefox|PhantomJS|SlimerJS|CasperJS|\bHtmlUnit|Puppeteer|Playwright|Selenium|WebDriver|Cypress\/|Splash\//i;
/** Apps that show pages to people, and what system web views add to their agent. */
const IN_APP =
  /FBA[NV]\/|FB_IAB|\bFBIOS|Instagram |Barcelona |Snapchat|musical_ly|BytedanceWebview|trill_|TikTok|\bLine\/|MicroMessenger|KAKAOTALK|NAVER\(|\bGSA\/|\[?Pinterest\/|Twitter for|LinkedInApp|WhatsApp|Viber|DuckDuckGo\/\d|; ?wv\)|\bWebView\b|Electron\/|AppsFlyer|Flipboard|YaApp|Teams\/|MAUI|Cordova|Capacitor/;
/** An iPhone or iPad without `Safari/` is an app's web view. */
const IOS_WEB_VIEW = /\((?:iPhone|iPad|iPod)[^)]*\) AppleWebKit(?!.*Safari\/)/;
/** Agents of apps and their SDKs that do not pretend to be browsers. */
const APP_FORM = [
  /\bDalvik\/[\d.]+ \(Linux; U; Android/,
  /^[^/]+\/[^ ]* (?:.* )?CFNetwork\/[\d.]+ (?:Darwin|AppleTV)\//,
  /^[\w .-]{2,60}\/[\w.-]+ .*\b(?:Android|iOS)\/\d/,
  /^(?:\[FBAN\/|Instagram \d|Barcelona \d)|^[\w.-]+-(?:iOS|Android)\/\d/,
  /^[\w .&'!%+-]{2,60}\/v?[\w.-]+ ?\([^)]*(?:iPhone|iPad|iOS|Android|tvOS|watchOS)/i,
  /^[a-z]{2,3}(?:\.[\w-]+){2,}(?:[/ (]|$)/i,
  /^(?!okhttp)[\w .-]{2,60}\/[\w.-]+(?: .*)? okhttp\/\d/i,
  /^(?:AppleCoreMedia|iTunes|stagefright|NuPlayer|ExoPlayer|Roku|ROKU|SmartTV)\b/,
  /^[\w .-]{2,60}\/[\w.-]+ .*(?:Alamofire|AFNetworking|ExoPlayerLib|AppsFlyer|Adjust|Scale\/\d)/,
];
const LIBRARY =
  /^(?:curl|wget|python|aiohttp|httpx|java|okhttp|go-http|go\b|ruby|php|perl|libwww|lwp|axios|node|undici|got\b|dart|guzzle|restsharp|postman|insomnia|httpie|faraday|reqwest|rust|symfony|winhttp|microsoft-|apache-|http|unirest|typhoeus|urlgrabber|powershell|.*powershell|lavf|libcurl|feign|ktor|jersey|spring|rest-client|cfnetwork|alamofire|volley|asynchttp|jakarta|mechanize|scrapy|hackney|finagle|akka|vert\.x|boto|aws-)/i;
const SHORTEST = 10;

/** `Mozilla%2F5.0%20(…` from a link and `Mozilla/5.0+(…` from an IIS log are the same agent as plain text. */
export function plainAgent(agent: string): string {
  if (/^[\w.-]+%2F/i.test(agent)) {
    try {
      return decodeURIComponent(agent.replaceAll('+', ' ')).trim();
    } catch {
      return agent;
    }
  }
  return /^Mozilla\/\d\.\d\+\(/.test(agent) ? agent.replaceAll('+', ' ') : agent.trim();
}

/**
 * Two passes, as the IAB/ABC list is used: is it a valid browser or app, and is it a robot all the same. `extra` are
 * the operator's own patterns. `agent` must be plain (`plainAgent`).
 */
export function classifyAgent(agent: string, extra: readonly { list: string; text: string }[] = []): AgentClass {
  if (EMPTY.test(agent)) return { class: 'empty', bot: '', match: '' };
  if (MACRO.test(agent) || /\p{Cc}/u.test(agent)) return malformed('a macro, code or control characters');
  const own = operatorMatch(agent, extra);
  if (own) return automated(own);
  const person = looksLikeBrowser(agent);
  const inApp = person ? IN_APP.test(agent) || IOS_WEB_VIEW.test(agent) : APP_FORM.some((form) => form.test(agent));

  const named = withoutDevice(agent);
  const listed = findCrawler(named);
  // Apps carry the library they are built with (okhttp); a named bot or a driven browser stays one.
  if (listed && !(inApp && listed.class === 'library')) return automated(listed);
  const driven = HEADLESS.exec(agent);
  if (driven) return { class: 'headless', bot: '', match: `headless browsers: ${driven[0]}` };
  if (inApp) {
    const bot = saysBot(named) ? findIsbot(named, { shapes: false }) : null;
    return bot ? automated(bot) : { class: 'app', bot: '', match: '' };
  }
  if (person) {
    const bot = findIsbot(named, { shapes: false });
    return bot ? automated(bot) : { class: 'browser', bot: '', match: '' };
  }
  const library = LIBRARY.exec(agent);
  if (library && !saysBot(agent)) return { class: 'library', bot: '', match: `HTTP libraries: ${library[0]}` };
  const bot = findIsbot(agent, { shapes: false });
  if (bot) return automated(bot);
  if (beginsAsBrowser(agent)) return malformed('browser form without an engine');
  if (agent.length < SHORTEST) return malformed(`shorter than ${SHORTEST} characters`);
  return { class: 'library', bot: '', match: 'neither browser nor app form' };
}

const malformed = (why: string): AgentClass => ({ class: 'malformed', bot: '', match: `malformed: ${why}` });

const automated = (found: BotMatch): AgentClass => ({
  class: found.class,
  bot: found.class === 'bot' ? found.name : '',
  match: found.match,
});

function operatorMatch(agent: string, extra: readonly { list: string; text: string }[]): BotMatch | null {
  if (extra.length === 0) return null;
  const lower = agent.toLowerCase();
  const hit = extra.find((e) => lower.includes(e.text));
  return hit ? { class: 'bot', name: hit.text, match: `${hit.list}: ${hit.text}` } : null;
}

/** The model of an Android phone is not the agent's name: `CUBOT`, `Scanner` and the like must not decide. */
const withoutDevice = (agent: string): string =>
  agent.replace(/(Android [\d.]+; (?:[a-z]{2}[-_][a-z]{2}; )?)([^;)]*)/i, (all, os: string, model: string) =>
    /https?:|compatible/i.test(model) ? all : os,
  );

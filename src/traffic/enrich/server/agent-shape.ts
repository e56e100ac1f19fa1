/** What an agent of a browser looks like, whoever sends it. */
const BROWSER_START = /^(?:Mozilla\/[1-5]\.\d|Opera\/\d|[\w.-]+\/[\d.]+ \((?:X11|Windows|Macintosh);)/;
const ENGINE =
  /WebKit\/|AppleWebKit|Gecko\/|\) Gecko(?: \w|$)|Trident\/|MSIE \d|Presto\/|Goanna\/|KHTML|^Opera\/\d|Konqueror\/|NetFront\/|Dillo |NetPositive\//;
/** Browsers of feature phones: still people, mostly in poor markets. */
const FEATURE_PHONE =
  /[Pp]rofile\/MIDP|UP\.(?:Browser|Link)|WAP.?Browser|SEMC-Browser|Obigo|^(?:Nokia|BlackBerry|SonyEricsson|DoCoMo|KDDI-|SoftBank\/|Vodafone\/|SEC-|UCWEB\/|portalmmm\/)/;
/** Netscape named no engine, and neither do consoles; text browsers begin with their own name. */
const NAMED_BY_ITSELF =
  /^(?:E?Links[/ ]|Lynx\/|w3m\/|NetSurf\/|Uzbl |Konqueror\/|nook browser|MSIE \(|wii libnup|Mozilla\/[2-4]\.\d\d?\w* (?:\[\w+\] )?\((?:Win|X11|Mac)|Mozilla\/[45]\.0 \((?:PLAYSTATION|PSP ))|\bOpera \d/;

/** A browser's name and version at the beginning; feature phones begin as they like. */
export const beginsAsBrowser = (agent: string): boolean => BROWSER_START.test(agent);

/** Begins as a browser and names an engine, as browsers of people do, and robots that run or imitate one. */
export const looksLikeBrowser = (agent: string): boolean =>
  (BROWSER_START.test(agent) && ENGINE.test(agent)) || FEATURE_PHONE.test(agent) || NAMED_BY_ITSELF.test(agent);

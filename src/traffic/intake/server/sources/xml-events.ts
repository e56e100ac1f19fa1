/** What a document consists of, as it comes. Names are without their prefix. */
export interface XmlHandler {
  /** `attributes` as they stand in the tag: `attribute` reads one. */
  open(name: string, attributes: string): void;
  close(name: string): void;
  /** A piece of text; one text may come in several. */
  text(text: string): void;
}

/** A tag of a workbook has some hundred characters, its root with all its name spaces a few thousand. */
const MAX_TAG_CHARS = 64 * 1024;
/** Longer than any entity XML itself knows, and than any number of a character. */
const ENTITY_CHARS = 12;
const CDATA = '<![CDATA[';
const LONGEST_OPENING = CDATA.length;

/** What is no tag, from what begins to what ends it. Only that in CDATA is text. */
const PASSED_OVER = [
  ['<!--', '-->'],
  ['<?', '?>'],
  [CDATA, ']]>'],
] as const;

export class XmlBroken extends Error {
  override name = 'XmlBroken';
}

/**
 * XML piece by piece, in memory that does not grow with it: whoever reads stops when they have what they came for.
 * Document types, where entities are declared that name files or multiply, are refused; no workbook has one.
 */
export class XmlEvents {
  readonly #handler: XmlHandler;
  #rest = '';
  /** What ends the part being passed over, or the text in CDATA. */
  #until = '';
  #inData = false;

  constructor(handler: XmlHandler) {
    this.#handler = handler;
  }

  write(piece: string): void {
    const xml = this.#rest + piece;
    let at = 0;
    while (at < xml.length) {
      const next = this.#until === '' ? this.#step(xml, at) : this.#passOver(xml, at);
      if (next < 0) break;
      at = next;
    }
    this.#rest = xml.slice(at);
  }

  end(): void {
    if (this.#until !== '' || this.#rest.includes('<')) throw new XmlBroken('its XML is cut off');
  }

  /** One text or tag from `at`; -1 when it is not all there yet. */
  #step(xml: string, at: number): number {
    const open = xml.indexOf('<', at);
    if (open !== at) return this.#textUpTo(xml, at, open);
    const sign = xml[at + 1];
    if (sign === '!' || sign === '?') return this.#enter(xml, at, sign);
    const close = tagEnd(xml, at + 1);
    if (close - at > MAX_TAG_CHARS || (close < 0 && xml.length - at > MAX_TAG_CHARS))
      throw new XmlBroken(`a tag of its XML is longer than ${MAX_TAG_CHARS} characters`);
    if (close < 0) return -1;
    this.#tag(xml.slice(at + 1, close));
    return close + 1;
  }

  /** A comment, an instruction or text in CDATA; which of them may not be there to tell yet. */
  #enter(xml: string, at: number, sign: '!' | '?'): number {
    if (sign === '!' && xml.length - at < LONGEST_OPENING) return -1;
    const found = PASSED_OVER.find(([begin]) => xml.startsWith(begin, at));
    if (!found) throw new XmlBroken('it declares a document type');
    const [begin, end] = found;
    this.#until = end;
    this.#inData = begin === CDATA;
    return at + begin.length;
  }

  #textUpTo(xml: string, at: number, open: number): number {
    let stop = open < 0 ? xml.length : open;
    const entity = open < 0 ? xml.lastIndexOf('&') : -1;
    // An entity that is cut in two waits for its other half.
    if (entity >= at && stop - entity < ENTITY_CHARS && !xml.includes(';', entity)) stop = entity;
    if (stop === at) return -1;
    this.#handler.text(decoded(xml.slice(at, stop)));
    return stop;
  }

  #passOver(xml: string, at: number): number {
    const found = xml.indexOf(this.#until, at);
    const kept = this.#until.length - 1;
    const stop = found < 0 ? Math.max(at, xml.length - kept) : found;
    if (this.#inData && stop > at) this.#handler.text(xml.slice(at, stop));
    if (found < 0) return stop > at ? stop : -1;
    const next = found + this.#until.length;
    this.#until = '';
    this.#inData = false;
    return next;
  }

  #tag(tag: string): void {
    if (tag[0] === '/') {
      this.#handler.close(localName(tag.slice(1).trimEnd()));
      return;
    }
    const alone = tag.endsWith('/');
    const end = nameEnd(tag);
    const name = localName(tag.slice(0, end));
    this.#handler.open(name, tag.slice(end, alone ? -1 : undefined));
    if (alone) this.#handler.close(name);
  }
}

/** The `>` that ends a tag: inside quotes it is a letter like others. */
function tagEnd(xml: string, from: number): number {
  let quote = 0;
  for (let at = from; at < xml.length; at++) {
    const code = xml.charCodeAt(at);
    if (quote !== 0) quote = code === quote ? 0 : quote;
    else if (code === 0x3e) return at;
    else if (code === 0x22 || code === 0x27) quote = code;
  }
  return -1;
}

function nameEnd(tag: string): number {
  let at = 0;
  while (at < tag.length && tag.charCodeAt(at) > 0x20 && tag[at] !== '/') at++;
  return at;
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

/** An attribute by its name without prefix. */
export function attribute(attributes: string, wanted: string): string | undefined {
  for (let at = 0; ; ) {
    const equals = attributes.indexOf('=', at);
    if (equals < 0) return undefined;
    const name = attributes.slice(at, equals).trim();
    let open = equals + 1;
    while (attributes.charCodeAt(open) <= 0x20) open++;
    const quote = attributes[open];
    if (quote !== '"' && quote !== "'") return undefined;
    const close = attributes.indexOf(quote, open + 1);
    if (close < 0) return undefined;
    if (!name.startsWith('xmlns:') && localName(name) === wanted) return decoded(attributes.slice(open + 1, close));
    at = close + 1;
  }
}

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** The entities of XML itself and no others. */
function decoded(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(/&(?:#x([\da-f]{1,6})|#(\d{1,7})|([a-z]{1,5}));/gi, (whole, hex, decimal, name) => {
    if (name) return NAMED[name] ?? whole;
    const code = hex ? Number.parseInt(hex, 16) : Number(decimal);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '';
  });
}

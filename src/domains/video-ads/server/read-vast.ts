import { XMLParser, XMLValidator } from 'fast-xml-parser';

/** Not well-formed, or with declarations of its own, which no tag needs and bombs are made of. */
export class UnreadableVast extends Error {}

export interface Media {
  url: string;
  type: string;
  width: number;
  height: number;
  bitrate: number;
}

export interface Found {
  kind: 'wrapper' | 'inline' | 'none';
  version: string;
  adSystem: string;
  title: string;
  /** The tag inside of a wrapper. */
  next: string;
  duration: string;
  clickThrough: string;
  media: Media[];
  /** Events it wants to hear of. */
  events: string[];
}

type Node = Readonly<Record<string, unknown>>;

/** Elements inside of one another; a tag of the standard has eleven. */
const MOST_DEEP = 40;
const MOST_EVENTS = 50;
const MOST_MEDIA = 50;

/** Entities of XML are read, but in CDATA; a tag that declares some of its own is refused before. Names lose their prefix. */
const PARSER = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  textNodeName: '#text',
  parseTagValue: false,
  parseAttributeValue: false,
  processEntities: true,
  // Numbered ones too.
  htmlEntities: true,
  removeNSPrefix: true,
  trimValues: true,
});

/** @throws UnreadableVast */
export function readVast(text: string): Found {
  if (/<!(DOCTYPE|ENTITY)/i.test(text)) throw new UnreadableVast('DOCTYPE');
  requireShallow(text);
  const valid = XMLValidator.validate(text);
  if (valid !== true) throw new UnreadableVast(`${valid.err.msg} (${valid.err.line})`);
  let root: Node;
  try {
    root = nodeOf(PARSER.parse(text));
  } catch (error) {
    throw new UnreadableVast(error instanceof Error ? error.message : 'XML');
  }
  if (!('VAST' in root)) throw new UnreadableVast('<VAST>');
  const vast = nodeOf(root['VAST']);
  const [ad] = all(vast['Ad']);
  const wrapper = ad && 'Wrapper' in ad ? nodeOf(ad['Wrapper']) : undefined;
  const inline = ad && 'InLine' in ad ? nodeOf(ad['InLine']) : undefined;
  const body = wrapper ?? inline;
  const version = textOf(vast['@version']);
  if (!body) return { ...NOTHING, version };
  const linear = all(nodeOf(body['Creatives'])['Creative']).flatMap((creative) => all(creative['Linear']));
  const [first = {}] = linear;
  return {
    kind: wrapper ? 'wrapper' : 'inline',
    version,
    adSystem: textOf(body['AdSystem']),
    title: textOf(body['AdTitle']),
    next: wrapper ? textOf(wrapper['VASTAdTagURI']) : '',
    duration: textOf(first['Duration']),
    clickThrough: textOf(nodeOf(first['VideoClicks'])['ClickThrough']),
    media: all(nodeOf(first['MediaFiles'])['MediaFile']).slice(0, MOST_MEDIA).map(mediaOf),
    events: eventsOf(body, linear),
  };
}

const NOTHING: Found = {
  kind: 'none',
  version: '',
  adSystem: '',
  title: '',
  next: '',
  duration: '',
  clickThrough: '',
  media: [],
  events: [],
};

/** Counted before it is parsed, by a reader that goes as deep as its text. */
function requireShallow(text: string): void {
  let depth = 0;
  for (const [, closing, closed] of text.matchAll(/<(\/)?[A-Za-z][^<>]*?(\/)?>/g)) {
    if (closing) depth--;
    else if (!closed) depth++;
    if (depth > MOST_DEEP) throw new UnreadableVast(`more than ${MOST_DEEP} levels`);
  }
}

function eventsOf(body: Node, linear: readonly Node[]): string[] {
  const tracked = linear.flatMap((one) => all(nodeOf(one['TrackingEvents'])['Tracking']));
  const names = [
    ...('Impression' in body ? ['impression'] : []),
    ...('Error' in body ? ['error'] : []),
    ...tracked.map((one) => textOf(one['@event'])),
    ...(linear.some((one) => 'ClickTracking' in nodeOf(one['VideoClicks'])) ? ['click'] : []),
  ];
  return [...new Set(names)].filter((name) => name !== '').slice(0, MOST_EVENTS);
}

const mediaOf = (node: Node): Media => ({
  url: textOf(node),
  type: textOf(node['@type']),
  width: countOf(node['@width']),
  height: countOf(node['@height']),
  bitrate: countOf(node['@bitrate']),
});

const countOf = (value: unknown): number => Math.min(1_000_000, Math.max(0, Math.trunc(Number(textOf(value))) || 0));

const nodeOf = (value: unknown): Node =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.fromEntries(Object.entries(value)) : {};

const all = (value: unknown): Node[] =>
  (Array.isArray(value) ? value : value === undefined ? [] : [value]).map((one) =>
    typeof one === 'string' ? { '#text': one } : nodeOf(one),
  );

const textOf = (value: unknown): string => {
  const [first] = Array.isArray(value) ? value : [value];
  const text = typeof first === 'object' && first !== null ? nodeOf(first)['#text'] : first;
  return typeof text === 'string' ? text.trim().slice(0, 4_000) : '';
};

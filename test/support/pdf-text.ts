import { inflateSync } from 'node:zlib';

/** The words of a PDF and what it draws, read from its bytes: it shares nothing with what wrote them. */
export interface PdfText {
  pages: number;
  /** Letters in the order they are written, blanks left out: words are placed, not separated. */
  text: string;
  /** Letters that are written in one go at most: what no line can break. */
  longest: number;
  /** Names of the faces whose letters it carries. */
  faces: string[];
  /** Rectangles, lines and curves that are filled or drawn. */
  shapes: number;
  /** Width and height in dots of each picture it carries. */
  pictures: (readonly [width: number, height: number])[];
  title: string;
}

export function readPdf(bytes: Buffer): PdfText {
  const file = bytes.toString('latin1');
  if (!file.startsWith('%PDF-') || !file.trimEnd().endsWith('%%EOF')) throw new Error('No whole PDF');
  const objects = objectsIn(file);
  const streamOf = (id: string): string => {
    const { dictionary = '', data = '' } = objects.get(id) ?? {};
    return dictionary.includes('/FlateDecode') ? inflateSync(Buffer.from(data, 'latin1')).toString('latin1') : data;
  };
  const fonts = new Map<string, Map<number, string>>();
  for (const { dictionary } of objects.values())
    for (const [, names = ''] of dictionary.matchAll(/\/Font <<([^>]*)>>/g))
      for (const [, name = '', id = ''] of names.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
        const [, map = ''] = /\/ToUnicode (\d+) 0 R/.exec(objects.get(id)?.dictionary ?? '') ?? [];
        fonts.set(name, lettersOf(streamOf(map)));
      }
  const pages = [...objects.values()].filter(({ dictionary }) => /\/Type \/Page\b(?!s)/.test(dictionary));
  const contents = pages.map(({ dictionary }) => {
    const [, id = ''] = /\/Contents (\d+) 0 R/.exec(dictionary) ?? [];
    return streamOf(id);
  });
  const [, title = ''] = /\/Title \(((?:\\[\s\S]|[^\\)])*)\)/.exec(file) ?? [];
  const pictures = [...objects.values()].filter(({ dictionary }) => dictionary.includes('/Subtype /Image'));
  return {
    pages: pages.length,
    pictures: pictures.map(({ dictionary }) => {
      const side = (name: string): number => Number(new RegExp(`/${name} (\\d+)`).exec(dictionary)?.[1]);
      return [side('Width'), side('Height')] as const;
    }),
    text: contents.map((content) => wordsOf(content, fonts)).join('\n'),
    longest: Math.max(0, ...contents.flatMap(lengthsOf)),
    faces: [...new Set([...file.matchAll(/\/FontName \/[A-Z]+\+([^\s/]+)/g)].map(([, name = '']) => name))].sort(),
    shapes: contents.reduce((sum, content) => sum + (content.match(/^(?:f|S|B)\*?$/gm)?.length ?? 0), 0),
    title: Buffer.from(title, 'latin1').toString('latin1'),
  };
}

interface Part {
  dictionary: string;
  data: string;
}

/** By their number. A stream is as long as it says: what is in it may look like anything. */
function objectsIn(file: string): Map<string, Part> {
  const found = new Map<string, Part>();
  const begin = /(\d+) 0 obj\s/g;
  for (let start = begin.exec(file); start; start = begin.exec(file)) {
    const from = begin.lastIndex;
    const end = file.indexOf('endobj', from);
    const stream = file.slice(from, end).search(/stream\r?\n/);
    const dictionary = file.slice(from, stream < 0 ? end : from + stream);
    const [, length = '0'] = /\/Length (\d+)/.exec(dictionary) ?? [];
    const at = stream < 0 ? end : from + stream + (file[from + stream + 6] === '\r' ? 8 : 7);
    const data = file.slice(at, stream < 0 ? at : at + Number(length));
    found.set(start[1] ?? '', { dictionary, data });
    begin.lastIndex = at + data.length;
  }
  return found;
}

/** Letters by the number of their glyph. */
function lettersOf(map: string): Map<number, string> {
  const letters = new Map<number, string>();
  for (const [, from = '', , list = ''] of map.matchAll(/<([0-9a-f]+)> <([0-9a-f]+)> \[([^\]]*)\]/gi))
    for (const [at, [, code = '']] of [...list.matchAll(/<([^>]*)>/g)].entries())
      letters.set(
        Number.parseInt(from, 16) + at,
        Buffer.from(code.replaceAll(' ', ''), 'hex').swap16().toString('utf16le'),
      );
  return letters;
}

const lengthsOf = (content: string): number[] =>
  [...content.matchAll(/\[([^\]]*)\] TJ/g)].map(
    ([, shown = '']) =>
      [...shown.matchAll(/<([0-9a-f]*)>/gi)].reduce((all, [, codes = '']) => all + codes.length, 0) / 4,
  );

function wordsOf(content: string, fonts: ReadonlyMap<string, ReadonlyMap<number, string>>): string {
  let letters: ReadonlyMap<number, string> = new Map();
  let text = '';
  for (const [, font, shown] of content.matchAll(/\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ/g)) {
    if (font !== undefined) letters = fonts.get(font) ?? new Map();
    else
      for (const [, codes = ''] of (shown ?? '').matchAll(/<([0-9a-f]*)>/gi))
        for (const [code] of codes.matchAll(/.{4}/g)) text += letters.get(Number.parseInt(code, 16)) ?? '';
  }
  return text.replaceAll(/\s/g, '');
}

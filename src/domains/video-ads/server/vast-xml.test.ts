import { expect, it } from 'vitest';
import { validateXML } from 'xmllint-wasm';
import { schemasOf, withoutMacros } from '../testing/vast-schemas.ts';
import type { CreativeRow, TrackerRow } from './held-trackers.ts';
import { type Ad, emptyVast, inlineVast, wrapperVast } from './vast-xml.ts';

const at = new Date('2026-11-20T12:00:00Z');
const creative = (media: readonly string[], milliseconds: number | null): CreativeRow => ({
  id: 7,
  packageName: 'own.example',
  name: 'Spot',
  fileKey: 'abc',
  state: 'ready',
  problem: '',
  mediaType: 'video/mp4',
  bytes: 1000,
  width: 320,
  height: 180,
  milliseconds,
  codec: 'h264',
  renditions: media.map((file, n) => ({ file, width: 320, height: 180, bytes: 1000, kbps: n * 400 })),
  poster: false,
  createdBy: 'x',
  createdAt: at,
});
const tracker: TrackerRow = {
  id: 1,
  packageName: 'own.example',
  key: 'key',
  name: 'Plain',
  campaign: 'Plain',
  brand: '',
  publishers: [],
  mode: 'wrapper',
  vastUrl: 'https://ads.example/x.xml',
  creativeId: null,
  landingUrl: '',
  skipSeconds: null,
  status: 'active',
  countries: [],
  capLimit: 3,
  capWindow: 'lifetime',
  blockDomains: [],
  blockApps: [],
  strict: false,
  verifications: [],
  ssaiAddresses: [],
  startsOn: null,
  endsOn: null,
  createdBy: 'x',
  createdAt: at,
  updatedAt: at,
};
const full: TrackerRow = {
  ...tracker,
  name: 'Müller & Söhne “日本語” 😀 ]] &amp;',
  brand: "L'été & Co",
  vastUrl: "https://ads.example/x.xml?a=%%PAGE_URL%%&b=%%CACHEBUSTER%%&c=[ERRORCODE]&ü='1'",
  landingUrl: 'https://shop.example/kasse?a=1&b=[CACHEBUSTING]#d',
  skipSeconds: 3,
  verifications: [
    {
      vendor: 'measure.example-omid',
      url: 'https://measure.example/omid.js?a=1&b=[CACHEBUSTING]',
      parameters: '{"of":"<b>R&D</b>\n\'x\' 😀"}',
    },
    { vendor: 'other.example', url: 'https://other.example/omid.js', parameters: '' },
  ],
};
const ad = (of: TrackerRow): Ad => ({
  tracker: of,
  creative: null,
  packageId: 1,
  requestId: '5f0c2a1e-0000-4000-8000-000000000001',
  eventUrl: (event) => `https://own.example/v/e?ph=[ADPLAYHEAD]&e=${event}&t=abc`,
  mediaUrl: (file) => `https://own.example/v/m/${file}`,
});

it.each(['4.2', '3.0'] as const)(
  'a tag answers what the schema of VAST %s lets through, whatever it answers and however things are called',
  async (version) => {
    const few = creative(['abc.mp4'], null);
    const many = creative(['abc-360.mp4', 'abc-720.mp4', 'abc.webm'], 16_040);
    // No ad is the answer to whatever is blocked, capped, paused or of no tracker.
    const answers = {
      none: emptyVast(version),
      'wrapper-plain': wrapperVast(version, ad(tracker)),
      'wrapper-full': wrapperVast(version, ad(full)),
      'inline-plain': inlineVast(version, { ...ad(tracker), creative: few }),
      'inline-full': inlineVast(version, { ...ad(full), creative: many }),
    };
    const xml = Object.entries(answers).map(([name, text]) => ({
      fileName: `${name}.xml`,
      contents: withoutMacros(text),
    }));
    for (const schema of schemasOf(version)) {
      const { valid, rawOutput } = await validateXML({ xml, schema: [schema] });
      expect([schema.fileName, valid ? '' : rawOutput]).toEqual([schema.fileName, '']);
      // Otherwise that would prove nothing.
      for (const [from, to] of [
        ['<Impression>', '<Impression id2="x">'],
        ['<VideoClicks>', '<VideoClicks><Seen/>'],
        [`version="${version}"`, ''],
      ] as const) {
        const wrong = xml
          .slice(1)
          .map(({ fileName, contents }) => ({ fileName, contents: contents.replace(from, to) }));
        expect([to, (await validateXML({ xml: wrong, schema: [schema] })).valid]).toEqual([to, false]);
      }
    }
  },
);

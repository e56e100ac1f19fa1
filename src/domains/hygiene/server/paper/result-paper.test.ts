import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { LOCALE_CODES } from '#platform/contract/locales.ts';
import { openTexts } from '#platform/server/texts.ts';
import { readPdf } from '../../../../../test/support/pdf-text.ts';
import { drawn, useHygiene, words } from '../../testing/use-hygiene.ts';
import { resultOf } from '../verdict.ts';

const { app, own, token, upload, safety } = useHygiene();
const owned = { who: 'customer', packageName: own };
const texts = openTexts(new URL('../../../../..', import.meta.url).pathname);
const plain = (text: string): string => text.replaceAll(/\s/g, '');
const PATIENCE = { timeout: 120_000 };

/** Kept under the name of its file; answers its number. */
async function keptAs(name: string, picture: Buffer): Promise<number> {
  const { url } = await upload(picture, { ...owned, name: encodeURIComponent(name) });
  expect((await safety(url)).answer.statusCode).toBe(200);
  const listed = await app.get(`/api/brand_hygiene/result?package_name=${own}`, token('customer'));
  return listed.body.data[0].id;
}

async function fileOf(id: number, format: string) {
  const answer = await app.app.http.inject({
    method: 'GET',
    url: `/api/brand_hygiene/result/${id}/${format}`,
    headers: { authorization: token('customer') },
  });
  expect(answer.statusCode, answer.body.slice(0, 300)).toBe(200);
  return answer.rawPayload;
}

describe('a result on paper', () => {
  it(
    'shows the picture with a box at each place, and says verdict, places, policy and what was not looked at, in each language',
    PATIENCE,
    async () => {
      const id = await keptAs('casino-ad.png', await drawn(words('Casino bonus today', '#111111', 40), 800, 400));
      for (const language of LOCALE_CODES) {
        const t = await texts(language);
        const pdf = readPdf(await fileOf(id, `pdf?language=${language}`));
        const said = [
          t('hygiene:paper_title', { name: 'casino-ad.png' }),
          t('hygiene:verdict_review'),
          t('hygiene:category_Gambling'),
          'Casino bonus today',
          t('hygiene:section_moderation_labels'),
          t('hygiene:paper_policy'),
          t('hygiene:action_unsafe'),
          t('hygiene:not_looked_at'),
          t('hygiene:absence_switched_off'),
          t('hygiene:in_part'),
          t('hygiene:absence_latin_only'),
          t('hygiene:by_words'),
          own,
        ];
        for (const text of said) expect(pdf.text, `${language} ${text}`).toContain(plain(text));
        expect([pdf.pictures, pdf.text.includes('\ufffd')]).toEqual([[[640, 320]], false]);
        // Two boxes, each in white and colour, with a number on a ground: and the lines of tables.
        expect(pdf.shapes).toBeGreaterThan(20);
      }
    },
  );

  it('names the characters it cannot show, which the table of the file still has', PATIENCE, async () => {
    const id = await keptAs('autumn-🎉-ઉ.png', await drawn(words('Fresh bread')));
    const pdf = readPdf(await fileOf(id, 'pdf'));
    expect(pdf.text).toContain('\ufffd');
    expect(pdf.text).toContain(plain((await texts('en'))('hygiene:paper_letters_why', { letters: 'U+1F389, U+0A89' })));
  });

  it('carries nothing of where a picture was taken', PATIENCE, async () => {
    const picture = await sharp(await drawn(words('Fresh bread')))
      .withExif({
        IFD0: { Copyright: 'Somebody at Home' },
        IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' },
      })
      .jpeg()
      .toBuffer();
    expect(picture.includes('Somebody at Home')).toBe(true);
    const bytes = await fileOf(await keptAs('home.jpg', picture), 'pdf');
    expect([bytes.includes('Somebody at Home'), bytes.includes('Exif')]).toEqual([false, false]);
  });
});

describe('a result as a table', () => {
  it('does not call unseen what was read, and has each line, place and limit', async () => {
    const id = await keptAs('read.png', await drawn(words('Summer offer now')));
    const csv = (await fileOf(id, 'csv')).toString();
    expect(csv).toContain('looked at in part: text,latin_only');
    expect(csv).not.toContain('not looked at: text');
    expect(csv).toMatch(/line of text,Summer offer now,0\.\d+,text,,0\.\d+,0\.\d+,0\.\d+,0\.\d+/);
    expect(csv).toContain('policy unsafe,Explicit,0.85');
  });

  it('calls unseen what nobody has read', () => {
    const result = resultOf({
      kind: 'image',
      seconds: 0,
      ms: 1,
      approved: [],
      policy: { rules: [], ownWords: [], gallery: false, demographics: false },
      seen: {
        provider: 'embedded',
        findings: [],
        demographics: { age: [], gender: [], emotions: [] },
        written: '',
        lines: [],
        spoken: '',
        translation: '',
        language: '',
        unavailable: [{ section: 'text', absence: 'other_script', needs: '' }],
        width: 1,
        height: 1,
        frames: 0,
        hash: '',
      },
    });
    expect([result.meta.verdict, result.meta.reasons[0]?.name]).toEqual(['review', 'text']);
  });
});

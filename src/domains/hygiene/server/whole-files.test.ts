// @drawn forms of files
import { create } from 'fontkit';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { faceBytes } from '#platform/server/pdf/fonts.ts';
import { hasInstalled } from '../../../../test/support/left-out.ts';
import { drawn, useFilms, useHygiene, words } from '../testing/use-hygiene.ts';
import { hitsIn } from './analyser/lexicon.ts';

const { own, upload, safety, analysed } = useHygiene();
const film = useFilms();
/** Drawn by the faces of papers: not every machine has letters of these scripts. */
function lettered(text: string, face: 'Chinese' | 'Japanese', size: number): string {
  const font = create(faceBytes(face, 'normal'));
  if (!('layout' in font)) throw new Error(`The file of ${face} holds several fonts`);
  const scale = size / font.unitsPerEm;
  const { glyphs, positions } = font.layout(text);
  let x = 30;
  return glyphs
    .map((glyph, at) => {
      const path = `<path fill="#111" transform="translate(${x} 180) scale(${scale} ${-scale})" d="${glyph.path.toSVG()}"/>`;
      x += (positions[at]?.xAdvance ?? 0) * scale;
      return path;
    })
    .join('');
}

const owned = { who: 'customer', packageName: own };

describe('a picture', () => {
  it('of a camera that was held upright is looked at as it is shown', async () => {
    const upright = await drawn(words('Online casino jackpot', '#111111', 40), 600, 300);
    const held = await sharp(upright).rotate(-90).withMetadata({ orientation: 6 }).jpeg({ quality: 92 }).toBuffer();
    const result = await analysed(held, owned);
    expect(result.text.toLowerCase()).toContain('casino');
    expect([result.meta.width, result.meta.height, result.meta.verdict]).toEqual([600, 300, 'review']);
    expect(Object.keys(result.generic_labels)).toContain('Wide format');
  }, 90_000);

  it('that moves is looked at from its first page to its last, with the second of what is found', async () => {
    const pages = [
      await drawn(words('Fresh bread', '#111111', 40)),
      await drawn(words('Online casino', '#111111', 40)),
    ];
    for (const moving of [
      await sharp(pages, { join: { animated: true } })
        .gif({ delay: [1_000, 1_000] })
        .toBuffer(),
      await sharp(pages, { join: { animated: true } })
        .webp({ delay: [1_000, 1_000], lossless: true })
        .toBuffer(),
    ]) {
      const result = await analysed(moving, owned);
      const [found] = result.meta.findings.filter(({ name }) => name === 'Gambling');
      expect([result.meta.frames, result.meta.verdict, found?.at]).toEqual([2, 'review', [1]]);
    }
  }, 120_000);

  it('that moves is read where only a word of it changes on the same ground', async () => {
    const pages = await Promise.all(
      ['Come and visit our shop', 'Come and visit our shop', 'Come and visit our casino'].map((text) =>
        drawn(words(text, '#111111', 28), 800, 400),
      ),
    );
    const moving = await sharp(pages, { join: { animated: true } })
      .gif({ delay: [1_000, 1_000, 1_000] })
      .toBuffer();
    const { text, meta } = await analysed(moving, owned);
    expect(text.toLowerCase()).toContain('casino');
    expect(meta.verdict).toBe('review');
  }, 120_000);

  it('with letters of another script is to be looked at by somebody, and says why', async () => {
    for (const text of ['Скидка на оружие сегодня', 'Έκπτωση στα όπλα σήμερα', 'خصم على الأسلحة اليوم']) {
      const { meta } = await analysed(await drawn(words(text), 900, 300), owned);
      expect([text, meta.verdict]).toEqual([text, 'review']);
      expect(meta.unavailable).toContainEqual({ section: 'text', absence: 'other_script', needs: '' });
      expect(meta.reasons).toContainEqual({ category: 'unchecked', confidence: null, action: 'review', name: 'text' });
    }
    expect((await analysed(await drawn(words('Summer offer now')), owned)).meta.verdict).toBe('safe');
  }, 120_000);

  it('of China and Japan is never made into English words, and no line of it is overlooked', async () => {
    const faces = { Chinese: 'zh', Japanese: 'ja' } as const;
    for (const [face, text] of [
      ['Chinese', '今日武器大减价'],
      ['Chinese', '网上赌场欢迎您注册即送百元'],
      ['Chinese', '免费赠送'],
      ['Japanese', '武器の割引は今日まで'],
      ['Japanese', 'オンラインカジノで遊ぼう'],
    ] as const)
      for (const size of [36, 64]) {
        const result = await analysed(await drawn(lettered(text, face, size), 900, 300), owned);
        expect([text, result.text, faces[face]]).toEqual([text, '', faces[face]]);
        const said = result.meta.unavailable.find(({ section }) => section === 'text')?.absence;
        if (text.length > 6) expect([text, said]).toEqual([text, 'other_script']);
        else expect(['other_script', 'latin_only']).toContain(said);
      }
  }, 120_000);
});

describe('what one sees through', () => {
  it('is read whether its letters are light, dark or of both', async () => {
    const clear = (inside: string): Promise<Buffer> =>
      sharp(Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="800" height="320">${inside}</svg>`))
        .png()
        .toBuffer();
    const at = (text: string, y: number, fill: string): string =>
      `<text x="30" y="${y}" font-size="52" font-family="DejaVu Sans, sans-serif" fill="${fill}">${text}</text>`;
    for (const fill of ['#ffffff', '#e8e8e8', '#111111'])
      expect([fill, (await analysed(await clear(at('Online casino', 180, fill)), owned)).text]).toEqual([
        fill,
        'Online casino',
      ]);
    const both = await analysed(
      await clear(at('Fresh bread', 120, '#000000') + at('Online casino', 220, '#ffffff')),
      owned,
    );
    expect([both.text, both.meta.verdict]).toEqual(['Fresh bread\nOnline casino', 'review']);
  }, 120_000);
});

describe('the words of weapons', () => {
  it('are found as they are written on signs, and not where they are tools or films', async () => {
    const categories = async (text: string) => (await hitsIn(text, 'en', [])).map(({ category }) => category);
    for (const text of ['Gun for sale', 'Weapons', 'Buy a pistol and ammo', 'Buy weapons guns and knives', 'RIFLE!'])
      expect([text, await categories(text)]).toEqual([text, expect.arrayContaining(['Weapons'])]);
    for (const text of ['Glue gun for crafts', 'Top Gun in cinemas', 'A shooting star', 'Our secret weapon', 'Begun'])
      expect([text, await categories(text)]).toEqual([text, []]);
    expect(await categories('A glue gun and a gun')).toEqual(['Weapons']);
  });
});

describe.skipIf(!hasInstalled('ffmpeg'))('a film', () => {
  it('with words that stand for a second only is looked at there, and one that is called a recording says what was left out', async () => {
    const { writeFileSync } = await import('node:fs');
    const { join } = await import('node:path');
    const { tmpdir } = await import('node:os');
    const path = (name: string): string => join(tmpdir(), `adsieve-between-${process.pid}-${name}.png`);
    writeFileSync(path('a'), await drawn(words('Fresh bread', '#111111', 40), 640, 360));
    writeFileSync(path('b'), await drawn(words('Online casino', '#111111', 40), 640, 360));
    const still = (name: string, seconds: string) => ['-loop', '1', '-t', seconds, '-r', '10', '-i', path(name)];
    const scenes = [...still('a', '2.4'), ...still('b', '1.2'), ...still('a', '2.4')];
    const joined = ['-filter_complex', '[0][1][2]concat=n=3:v=1:a=0', '-pix_fmt', 'yuv420p'];
    const between = await analysed(film('between.mp4', ...scenes, ...joined), owned);
    expect([between.meta.verdict, Object.keys(between.moderation_labels)]).toEqual(['review', ['Gambling']]);
    const sound = ['-f', 'lavfi', '-i', 'sine=d=2', '-f', 'lavfi', '-i', 'color=c=navy:s=64x64:d=2:r=5'];
    const called = film('called.m4a', ...sound, '-c:a', 'aac', '-pix_fmt', 'yuv420p', '-f', 'mp4');
    const { meta } = await analysed(called, {
      ...owned,
      endpoint: 'speech_recognition',
      headers: { 'content-type': 'audio/mp4' },
    });
    expect(meta.unavailable).toContainEqual({ section: 'moderation_labels', absence: 'sound_only', needs: '' });
    expect(meta.verdict).toBe('review');
  }, 120_000);
});

describe('the address of an upload of a package', () => {
  it('tells what was found to people of that package, and to nobody else who holds it', async () => {
    const { url } = await upload(await drawn(words('Handed on')), owned);
    expect((await safety(url, {}, '')).status).toBe(401);
    expect((await safety(url, {}, 'vendor')).status).toBe(403);
    expect((await safety(url, {}, 'customer')).answer.statusCode).toBe(200);
    expect((await safety(url, {}, '')).status).toBe(401);
  }, 60_000);
});

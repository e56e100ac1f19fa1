// @drawn files that take long to look at
import { randomFillSync } from 'node:crypto';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { hasInstalled } from '../../../../test/support/left-out.ts';
import { drawn, useFilms, useHygiene, words } from '../testing/use-hygiene.ts';

const { own, upload, safety, analysed, app } = useHygiene();
const film = useFilms();
const owned = { who: 'customer', packageName: own };

/** Grey dots without any order: to a reader of texts, a page full of letters. */
const noise = (width: number, height: number): Promise<Buffer> =>
  sharp(randomFillSync(Buffer.alloc(width * height)), { raw: { width, height, channels: 1 } })
    .jpeg({ quality: 60 })
    .toBuffer();

describe('a picture of noise', () => {
  it('is looked at once, but for its text, which is named as what took too long; whoever comes behind it is answered', async () => {
    const begun = performance.now();
    const slow = safety((await upload(await noise(1600, 1200), owned)).url);
    const quick = safety((await upload(await drawn(words('Behind')), { who: 'publisher' })).url);
    const { answer } = await slow;
    expect(answer.statusCode).toBe(200);
    const result = typeof answer.body === 'string' ? undefined : answer.body.result;
    expect(result?.meta.unavailable).toContainEqual({ section: 'text', absence: 'too_slow', needs: '' });
    expect(result?.meta.reasons).toContainEqual(expect.objectContaining({ category: 'unchecked', name: 'text' }));
    expect(Object.keys(result?.generic_labels ?? {})).toContain('Wide format');
    const { rows } = await app.context.database.pool.query('SELECT tries FROM hygiene_analysis ORDER BY id LIMIT 1');
    expect(rows).toEqual([{ tries: 1 }]);
    expect((await quick).answer).toMatchObject({ statusCode: 200, body: { result: { text: 'Behind' } } });
    expect(performance.now() - begun).toBeLessThan(140_000);
  }, 200_000);

  it.skipIf(!hasInstalled('ffmpeg'))(
    'and a film of it ends in the time a call is held',
    async () => {
      const source = 'nullsrc=s=640x480:r=10:d=3,geq=random(1)*255:128:128';
      const made = film('noise.mp4', '-f', 'lavfi', '-i', source, '-pix_fmt', 'yuv420p', '-crf', '24');
      const begun = performance.now();
      const result = await analysed(made, owned);
      expect(performance.now() - begun).toBeLessThan(140_000);
      // A quick machine reads noise as letters of some other script, in some of the pictures at least.
      const text = result.meta.unavailable.find(({ section }) => section === 'text');
      expect(['too_slow', 'other_script']).toContain(text?.absence);
      expect(result.meta.verdict).toBe('review');
    },
    200_000,
  );
});

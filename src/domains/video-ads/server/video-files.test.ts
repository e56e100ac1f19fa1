import { createServer } from 'node:http';
import { VASTClient, VASTTracker } from '@dailymotion/vast-client';
import { describe, expect, it } from 'vitest';
import { OWN } from '#traffic/collector/testing/use-collector.ts';
import { hasInstalled } from '../../../../test/support/left-out.ts';
import { runJob } from '../../../../test/support/run-job.ts';
import { CHROME, SPOT, useVideo, viewer } from '../testing/use-video.ts';
import { convertCreativeJob } from './creative-jobs.ts';

const { live, app, jobs, send, made, ask, upload, report, events, listening } = useVideo();

describe('a tag', () => {
  it('is resolved, wrapper and creative, by the client of a player vendor, which reports our pixels', async () => {
    const port = await listening();
    app.context.folder.setAddress(`http://127.0.0.1:${port}`);
    const { body } = await upload('Spot', SPOT);
    expect(body.data).toMatchObject({ media_type: 'video/mp4', width: 320, height: 180 });
    expect(body.data.seconds).toBeGreaterThan(3.9);
    const inline = await made('Inline', {
      mode: 'inline',
      creative_id: body.data.id,
      landing_url: 'https://shop.example/?a=1&b=2',
      skip_seconds: 2,
    });
    const stand = createServer(async (_, answer) => {
      answer.setHeader('content-type', 'application/xml').setHeader('access-control-allow-origin', '*');
      answer.end((await ask(inline.path, {}, viewer(40))).text);
    });
    await new Promise<void>((done) => stand.listen(0, '127.0.0.1', done));
    const address = stand.address();
    const inner = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/`;
    const outer = await made('Outer', { vast_url: inner });
    // The client comes from this machine, which is nobody's home: the server that stitches says whose player it is.
    const tag = `http://127.0.0.1:${port}${outer.path}?ip=84.160.3.7&ua=${encodeURIComponent(CHROME)}`;
    const found = await new VASTClient().get(tag, { allowMultipleAds: false });
    stand.close();
    const [ad] = found.ads;
    const [creative] = ad?.creatives.filter(({ type }: { type: string }) => type === 'linear') ?? [];
    expect(creative).toMatchObject({ duration: 4, skipDelay: 2 });
    const [file] = creative?.mediaFiles ?? [];
    expect([file?.mimeType, file?.width]).toEqual(['video/mp4', 320]);
    const part = await fetch(file?.fileURL ?? '', { headers: { range: 'bytes=4-7' } });
    expect([part.status, await part.text()]).toEqual([206, 'ftyp']);

    const asked: string[] = [];
    // It reports as pages do, by pictures.
    Object.assign(globalThis, {
      window: globalThis,
      Image: class {
        set src(url: string) {
          asked.push(url);
        }
      },
    });
    const tracker = new VASTTracker(null, ad, creative);
    tracker.trackImpression();
    tracker.setProgress(0.1);
    tracker.complete();
    const own = asked.filter((url) => url.includes('/v/e?'));
    // A player that reports twice is counted once.
    for (const url of [...own, ...own]) expect((await fetch(url)).status).toBe(200);
    Reflect.deleteProperty(globalThis, 'window');
    Reflect.deleteProperty(globalThis, 'Image');
    await live.load();
    const stored = await events('campaign, event_name', 'vast_tracking');
    for (const campaign of ['Inline', 'Outer'])
      for (const event_name of ['impression', 'complete']) expect(stored).toContainEqual({ campaign, event_name });
    const funnel = (await report('counts_funnel', { filters: { campaign: ['Outer'] } })).body.data;
    expect(funnel.map(({ count }: { count: number }) => count)).toEqual([1, 1, 1, 1, 1, 1, 1, 1]);
  });
});

describe('creatives', () => {
  it('are told by their bytes: a playlist and a text that say MP4 are refused, and nothing else is stored', async () => {
    expect((await upload('Playlist', Buffer.from('#EXTM3U\n#EXT-X-VERSION:3\nfile:///etc/passwd\n'))).status).toBe(422);
    expect((await upload('Text', Buffer.from('not a video at all'))).status).toBe(422);
    expect((await upload('Empty', Buffer.alloc(0))).status).toBe(400);
    expect((await upload('Large', Buffer.concat([SPOT, Buffer.alloc(50 * 1024 * 1024)]))).status).toBe(413);
    expect((await upload('Theirs', SPOT, 'stranger')).status).toBe(403);
    const list = await send('GET', `/api/vast/creative?package_name=${OWN}`);
    expect(list.body.data.map(({ name }: { name: string }) => name)).toEqual(['Spot']);
    const [spot] = list.body.data;
    // A picture, and sizes to choose from, none larger than what came.
    if (hasInstalled('ffmpeg')) {
      await runJob(app.context.database, jobs(), convertCreativeJob, { id: spot.id });
      const [read] = (await send('GET', `/api/vast/creative?package_name=${OWN}`)).body.data;
      expect(read).toMatchObject({ state: 'ready', problem: '', codec: 'h264', width: 320, seconds: 4 });
      const size = { width: 320, height: 180 };
      expect(read.media).toMatchObject([size, size]);
      for (const url of [read.poster, read.media[0].url])
        expect((await app.get(new URL(url).pathname)).status).toBe(200);
      // What cannot be read says so by a code: what the program said names paths of this machine.
      const { id } = (await upload('Broken', Buffer.concat([SPOT.subarray(0, 32), Buffer.alloc(500)]))).body.data;
      await runJob(app.context.database, jobs(), convertCreativeJob, { id });
      const [broken] = (await send('GET', `/api/vast/creative?package_name=${OWN}&search=Broken`)).body.data;
      expect(broken).toMatchObject({ state: 'failed', problem: 'unreadable', media: [] });
    }
    expect((await send('DELETE', `/api/vast/creative/${spot.id}`)).status).toBe(409);
    for (const file of ['..%2f..%2fsecrets%2fsession', 'secrets.mp4', 'aaaaaaaaaaaaaaaa.mp4'])
      expect([400, 404]).toContain((await app.get(`/v/m/${file}`)).status);
  });
});

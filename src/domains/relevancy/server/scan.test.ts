import { beforeAll, describe, expect, it } from 'vitest';
import { useApp } from '../../../../test/support/use-app.ts';
import { type ResultRow, resultRow, SCAN_MESSAGES, scanAnswer } from '../contract/scan.ts';

const app = useApp();
let owner = '';

const US = 2840;
const GERMANY = 2276;
const JAPAN = 2392;
const row = (keywords: string, location_code: number | string = US, language_code = 'en') => ({
  location_code,
  language_code,
  keywords,
  is_user_registered: 'False',
});
const scan = (rows: unknown, token = owner) => app.call('POST', '/api/yt_relevancy/scan', { body: rows, token });
const found = async (...rows: object[]): Promise<ResultRow[]> => (await scan(rows)).body;
const titles = async (...rows: object[]) => (await found(...rows)).map(({ title }) => title);

type Text = 'language' | 'description' | 'tags' | 'transcript' | 'category';
type Video = { title: string; countries?: string[]; age?: boolean; views?: number } & { [K in Text]?: string };
let made = 0;
async function insert(...videos: Video[]): Promise<void> {
  for (const video of videos) {
    made += 1;
    const { title, language = 'en', countries = [], description = '', tags = '', transcript = '' } = video;
    await app.context.database.pool.query(
      `INSERT INTO video (url, source, title, language, countries, description, tags, transcript, category, age_restricted, views, channel_name, length_seconds, published_on)
       VALUES ($1, 'import', $2, $3, $4, $5, $6, $7, $8, $9, $10, 'A channel', 61, '2026-03-04')`,
      [
        `https://videos.example/${made}`,
        title,
        language,
        countries,
        description,
        tags,
        transcript,
        video.category ?? 'Cooking',
        video.age ?? false,
        video.views ?? made,
      ],
    );
  }
}

beforeAll(async () => {
  await app.package({ name: 'own.example' });
  owner = await app.signIn({ email: 'owner@own.example', role: 'customer', packages: ['own.example'] });
  await insert(
    { title: 'Baking sourdough bread at home', tags: 'sourdough\nbread', category: 'Food' },
    { title: 'A loaf a day', description: 'About sourdough and salt.' },
    { title: 'Kitchen talk', transcript: 'and then we baked sourdough all night' },
    { title: 'Sauerteig backen', language: 'de' },
    { title: 'Gardens of Kyoto', countries: ['JP'] },
    { title: 'Gardens of Dresden', countries: ['DE'] },
    { title: '東京の庭園を歩く', language: 'ja' },
    { title: '京都の東、庭の話', language: 'ja' },
    { title: '上海旅行攻略', language: 'zh' },
  );
});

describe('the scan call', () => {
  it('answers the stored videos of each keyword in the order asked, with the prescribed fields [QL-API-01, QL-ENT-02]', async () => {
    const rows = await found(row('gardens', JAPAN), row('sourdough bread'));
    expect(rows.map(({ keyword, title }) => [keyword, title])).toEqual([
      ['gardens', 'Gardens of Kyoto'],
      ['sourdough bread', 'Baking sourdough bread at home'],
    ]);
    expect(rows.map((each) => resultRow.strict().parse(each))).toEqual(rows);
    expect(rows[1]).toMatchObject({
      category: 'Food',
      video_url: 'https://videos.example/1',
      owner_channel_name: 'A channel',
      view_count: 1,
      length_seconds: 61,
      upload_date: '2026-03-04',
      status: 'Relevant',
    });
    const mixed = (await scan([row('gardens', JAPAN), row('zeppelin')])).body;
    expect(mixed.map(({ title, message, keyword }: Record<string, string>) => [title ?? message, keyword])).toEqual([
      ['Gardens of Kyoto', 'gardens'],
      [SCAN_MESSAGES.nothing, 'zeppelin'],
    ]);
    const nothing = (await scan([row('zeppelin')])).body;
    expect(nothing).toEqual([{ message: SCAN_MESSAGES.nothing }]);
    expect(scanAnswer.safeParse(nothing).success).toBe(true);
  });

  it('finds by the words of the language, and nothing of another language or country [QL-GAP-03, BH-RULE-02]', async () => {
    expect(await titles(row('garden', JAPAN))).toEqual(['Gardens of Kyoto']);
    expect(await titles(row('garden', 'de'))).toEqual(['Gardens of Dresden']);
    expect(await titles(row('Sauerteig', GERMANY, 'de'))).toEqual(['Sauerteig backen']);
    expect((await scan([row('Sauerteig', GERMANY, 'en')])).body).toEqual([{ message: SCAN_MESSAGES.nothing }]);
    // Words of two signs, which stand together; scattered ones are another text.
    expect(await titles(row('庭園', JAPAN, 'ja'))).toEqual(['東京の庭園を歩く']);
    expect(await titles(row('東京 庭園', JAPAN, 'ja'))).toEqual(['東京の庭園を歩く']);
    expect(await titles(row('旅行', 'CN', 'zh'))).toEqual(['上海旅行攻略']);
    for (const hostile of ["'; DROP TABLE video --", '\\', "'\\''", '東\\京', '!&|:*', '%_%', '\u0000'])
      for (const language of ['en', 'ja']) expect((await scan([row(hostile, US, language)])).status).toBeLessThan(500);
  });

  it('calls a video by how well it fits and how risky it is, and says why [QL-GAP-04]', async () => {
    await insert(
      { title: 'Quokka portraits' },
      { title: 'Evening walk', transcript: 'we saw a quokka' },
      { title: 'Quokka: the casino trip', category: 'Travel' },
      { title: 'Quokka night', category: 'Gambling' },
      { title: 'Quokka after dark', age: true },
      { title: 'Quokka and a glue gun', description: 'Crafts for a rainy day.' },
    );
    const rows = await found(row('quokka'));
    const by = new Map(rows.map((each) => [each.title, each]));
    expect(Object.fromEntries(rows.map(({ title, status }) => [title, status]))).toEqual({
      'Quokka portraits': 'Relevant',
      'Evening walk': 'Irrelevant',
      'Quokka: the casino trip': 'Review',
      'Quokka night': 'Unsafe',
      'Quokka after dark': 'Unsafe',
      'Quokka and a glue gun': 'Relevant',
    });
    expect(by.get('Quokka: the casino trip')?.reasons).toContainEqual({
      code: 'risk_term',
      category: 'gambling',
      term: 'casino',
      field: 'title',
    });
    expect(by.get('Quokka after dark')?.reasons).toContainEqual({ code: 'age_restricted' });
    expect(by.get('Quokka night')?.risk_categories).toEqual(['gambling']);
    expect(by.get('Evening walk')?.reasons).toEqual([{ code: 'phrase', field: 'transcript' }]);
    for (const { relevancy, risk } of rows)
      expect([relevancy >= 0 && relevancy <= 1, risk >= 0 && risk <= 1]).toEqual([true, true]);
  });

  it('shows twenty different videos of fifty, the best first, and a figure for all there may be that stays the same [QL-CONST-01, QL-CONST-02, QL-GAP-01]', async () => {
    await insert(
      ...Array.from({ length: 49 }, (_, n) => ({ title: `Episode ${n}`, description: 'About the axolotl.', views: n })),
      { title: 'The axolotl', views: 0 },
    );
    const rows = await found(row('axolotl'));
    expect(new Set(rows.map(({ video_url }) => video_url)).size).toBe(20);
    expect(rows[0]?.title).toBe('The axolotl');
    const figures = async (...asked: object[]) =>
      (await found(...asked)).map(
        ({ matches, potential_count, counted_by }) => `${matches} ${potential_count} ${counted_by}`,
      );
    const [figure, ...more] = new Set(await figures(row('axolotl'), row('  AXOLOTL ', '2840')));
    expect(more).toEqual([]);
    expect(figure).toMatch(/^50 \d+ estimated$/);
    const [, count] = (figure ?? '').split(' ').map(Number);
    expect([Number(count) >= 45_000, Number(count) <= 100_000]).toEqual([true, true]);
    expect((await figures(row('axolotl', GERMANY)))[0]).not.toBe(figure);
  });

  it('refuses a row with anything missing, of no country or no language, or too many, with 422 and the place [QL-RULE-02]', async () => {
    const { location_code, language_code, keywords, is_user_registered } = row('bread');
    const rows = {
      '0.location_code': { language_code, keywords, is_user_registered },
      '0.language_code': { location_code, keywords, is_user_registered },
      '0.keywords': { location_code, language_code, keywords: '  ', is_user_registered },
      '0.is_user_registered': { location_code, language_code, keywords, is_user_registered: true },
    };
    for (const [field, body] of Object.entries(rows)) {
      const answer = await scan([body]);
      expect([field, answer.status, answer.body.field]).toEqual([field, 422, field]);
    }
    const wrong = [row('x', 'XX'), row('x', 2999), row('x', US, 'qq'), row('x'.repeat(5000))];
    for (const each of wrong)
      expect([each.location_code, (await scan([each])).status]).toEqual([each.location_code, 422]);
    expect((await scan([])).status).toBe(400);
    expect((await scan(Array.from({ length: 21 }, () => row('x')))).status).toBe(400);
  });

  it('lists countries and languages by the codes it takes, in the language of the reader [QL-API-02, QL-API-03]', async () => {
    const countries = async (more = '') =>
      (await app.get(`/api/country-codes?category=yt_relevancy${more}`, owner)).body.data.countries;
    const languages = async (more = '') =>
      (await app.get(`/api/language-codes?category=yt_relevancy${more}`)).body.data.languages;
    expect((await countries()).length).toBeGreaterThan(240);
    expect(await countries()).toContainEqual({ location_code: 2356, country_code: 'IN', name: 'India' });
    expect(await countries('&locale=de')).toContainEqual({
      location_code: 2276,
      country_code: 'DE',
      name: 'Deutschland',
    });
    expect(await languages()).toContainEqual({ language_code: 'hi', name: 'Hindi', native: 'हिन्दी' });
    expect(await languages('&locale=ja')).toContainEqual({ language_code: 'de', name: 'ドイツ語', native: 'Deutsch' });
    expect((await languages()).length).toBeGreaterThan(170);
    expect((await app.get('/api/country-codes?category=other')).status).toBe(400);
  });

  it('is open to strangers, twenty scans an hour of a network; the next is told how long to wait, and who is signed in is not counted [QL-PERM-01, PUB-GAP-03]', async () => {
    const anybody = () => app.call('POST', '/api/yt_relevancy/scan', { body: [row('bread')] });
    for (let n = 0; n < 20; n++) expect((await anybody()).status).toBe(200);
    const over = await anybody();
    expect([over.status, over.body.message, Number(over.headers['retry-after']) > 3000]).toEqual([
      429,
      'Too many requests, please wait 1 hour',
      true,
    ]);
    expect((await scan([row('bread')])).status).toBe(200);
    app.clock.advance(3_600_001);
    expect((await anybody()).status).toBe(200);
  });
});

describe('the catalogue of videos', () => {
  let admin = '';
  beforeAll(async () => {
    admin = await app.signIn({ email: 'admin@own.example', role: 'admin' });
    owner = await app.signIn({ email: 'later@own.example', role: 'customer', packages: ['own.example'] });
  });
  const upload = (file: string, more = '', token = admin) =>
    app.call('PUT', `/api/yt_relevancy/catalogue?file_name=videos.csv${more}`, {
      token,
      body: Buffer.from(file),
      headers: { 'content-type': 'text/csv' },
    });
  const CSV = [
    'url,title,language,countries,tags,views,length_seconds,upload_date,category',
    'https://videos.example/n1,Narwhal songs,en,US|CA,sea|ice,1200,90,2026-01-02,Nature',
    'javascript:alert(1),Narwhal,en,,,,,,',
    'https://videos.example/n2,Narwal im Eis,de,,,7,60,,Natur',
    'https://videos.example/n3,Narwhal,xx,ZZ,,-1,60,2026-13-01,',
  ].join('\n');

  it('takes a CSV or JSON by address: a dry run stores nothing and names what is wrong row by row, the same file again changes no number', async () => {
    const dry = (await upload(CSV, '&dry_run=true')).body.data;
    expect(dry).toMatchObject({ rows: 4, added: 2, changed: 0, dry_run: true });
    expect(dry.told.map(({ line, field }: { line: number; field: string }) => `${line} ${field}`)).toEqual([
      '3 url',
      '5 language',
      '5 countries',
      '5 views',
    ]);
    expect((await scan([row('narwhal')])).body).toEqual([{ message: SCAN_MESSAGES.nothing }]);
    expect((await upload(CSV)).body.data).toMatchObject({ added: 2, changed: 0 });
    expect((await upload(CSV)).body.data).toMatchObject({ added: 0, changed: 2 });
    const [found] = (await scan([row('narwhals')])).body;
    expect(found).toMatchObject({
      title: 'Narwhal songs',
      view_count: 1200,
      upload_date: '2026-01-02',
      category: 'Nature',
    });
    expect((await scan([row('narwhal', GERMANY)])).body).toEqual([{ message: SCAN_MESSAGES.nothing }]);
    const json = JSON.stringify([
      { url: 'https://videos.example/n1', title: 'Narwhal hymns', language: 'en', countries: ['DE'] },
    ]);
    expect((await upload(json)).body.data).toMatchObject({ added: 0, changed: 1, faults: 0 });
    expect(await titles(row('narwhal', GERMANY))).toEqual(['Narwhal hymns']);
    const listed = (await app.get('/api/yt_relevancy/catalogue?search=narw', admin)).body;
    expect(listed.data.map(({ title }: { title: string }) => title).sort()).toEqual(['Narwal im Eis', 'Narwhal hymns']);
    for (const file of ['', 'a,b\n1,2', '{"x":1}', '[', '\u0000\u0001'])
      expect([file, (await upload(file)).status]).toEqual([file, 422]);
    expect((await upload(CSV, '', owner)).status).toBe(403);
  });

  it('counts what matches where it is said to hold everything, and is estimated again where it is not [QL-GAP-01]', async () => {
    const complete = (said: boolean) =>
      app.call('PUT', '/api/yt_relevancy/catalogue/complete', { token: admin, body: { complete: said } });
    const figure = async () => {
      const [first] = await found(row('axolotl'));
      return [first?.potential_count, first?.counted_by];
    };
    const before = await figure();
    expect((await complete(true)).body.data.complete).toBe(true);
    expect(await figure()).toEqual([50, 'counted']);
    await complete(false);
    expect(await figure()).toEqual(before);
  });

  it('keeps sample videos in six languages, marked as such, until they are taken out', async () => {
    const keep = (said: boolean) =>
      app.call('POST', '/api/yt_relevancy/catalogue/samples', { token: admin, body: { keep: said } });
    const { samples } = (await keep(true)).body.data;
    expect(samples).toBeGreaterThan(300);
    expect((await keep(true)).body.data.samples).toBe(samples);
    for (const [keyword, country, language] of [
      ['hiking', 'US', 'en'],
      ['Wandern', 'DE', 'de'],
      ['randonnée', 'FR', 'fr'],
      ['senderismo', 'ES', 'es'],
      ['ハイキング', 'JP', 'ja'],
      ['徒步', 'CN', 'zh'],
    ] as const) {
      const rows = await found(row(keyword, country, language));
      expect([keyword, rows.length, new Set(rows.map(({ source }) => source))]).toEqual([
        keyword,
        10,
        new Set(['sample']),
      ]);
      const statuses = new Set(rows.map(({ status }) => status));
      expect([keyword, statuses.has('Relevant'), statuses.has('Unsafe')]).toEqual([keyword, true, true]);
    }
    expect((await keep(false)).body.data.samples).toBe(0);
  });
});

import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { EndpointShape } from '#platform/contract/endpoint.ts';
import { FORBIDDEN_CHARACTERS_MESSAGE } from '#platform/contract/safe-text.ts';
import { FORMS } from '../support/form-bodies.ts';
import { sample } from '../support/sample.ts';
import { useApp } from '../support/use-app.ts';

const app = useApp();
let admin = '';
beforeAll(async () => {
  await app.package({ name: 'own.example' });
  admin = await app.signIn({ email: 'admin@own.example', role: 'admin', packages: ['own.example'] });
});

const TWELVE = [...'#$^{}<>;?\\`~'];
/** Sent as a text with commas, refused item by item. */
const LISTS = new Set(['fraud_type']);

const nameOf = ({ method, path }: EndpointShape): string => `${method} ${path}`;
/** Of nothing there is; events and links are known by a GUID, the rest by a number. */
const urlOf = ({ params, path }: EndpointShape): string =>
  path.replaceAll(/:(\w+)/g, (_, name: string) => sampleFor(shapeOf(params)[name]));
const sampleFor = (schema: z.ZodType | undefined): string => {
  if (schema instanceof z.ZodEnum) return String(schema.options[0]);
  return schema?.safeParse('1').success ? '1' : '11111111-1111-4111-8111-111111111111';
};
const shapeOf = (schema: z.ZodType | undefined): Record<string, z.ZodType> => {
  if (schema instanceof z.ZodUnion) return shapeOf(schema.options.find((each) => each instanceof z.ZodObject));
  if (!(schema instanceof z.ZodObject)) return {};
  return Object.fromEntries(
    Object.entries(schema.shape).filter((entry): entry is [string, z.ZodType] => entry[1] instanceof z.ZodType),
  );
};
/** Every text of a body, in lists and nested objects too, as `custom.[].title`. */
function textsIn(
  schema: unknown,
  place: readonly string[] = [],
  around: readonly unknown[] = [],
): { place: string; text: z.ZodString }[] {
  // A condition may hold conditions.
  if (around.includes(schema)) return [];
  const same = (each: unknown) => textsIn(each, place, [...around, schema]);
  const inner = (each: unknown, name: string) => textsIn(each, [...place, name], [...around, schema]);
  if (schema instanceof z.ZodString) return [{ place: place.join('.'), text: schema }];
  if (schema instanceof z.ZodObject) return Object.entries(schema.shape).flatMap(([name, each]) => inner(each, name));
  if (schema instanceof z.ZodArray) return inner(schema.element, '[]');
  if (schema instanceof z.ZodRecord) return inner(schema.valueType, '*');
  if (schema instanceof z.ZodUnion) return schema.options.flatMap(same);
  if (schema instanceof z.ZodPipe) return same(schema.in);
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return same(schema.unwrap());
  if (schema instanceof z.ZodLazy) return same(schema.unwrap());
  return [];
}

/** Texts of calls that take at least one of the characters, and why they may. */
const MAY: readonly [texts: RegExp, why: string][] = [
  [
    /^POST \/api\/bank_verification (number|bank_code)$/,
    'of a bank account: looked at by the rules of its country, and not kept',
  ],
  [/^POST \/api\/fingerprint platform$/, 'a system as the browser calls it'],
  [/ ((old|new|confirm)_)?password$/, 'passwords have rules of their own'],
  [/ (authorization|s3_presigned_url)$/, 'compared with what this server has made, and never shown'],
  [/ package_name$/, 'names a package there is; a new one is made by a field with the rule'],
  [/ (token|turnstile_token|code|key|fingerprint)$/, 'was made by a program and is compared, never shown'],
  [/^(POST|PUT) \/api\/import\S* mapping\./, 'columns and values as the file of somebody else has them'],
  [/ custom\.\[\]\.configures\.publisher$/, 'names as traffic has them'],
  [/^(POST|PUT) \/api\/web-bi\/whitelist\S* conditions\.\[\]\.values\.\[\]$/, 'compared with traffic'],
  [/^POST \/api\/web-bi\/appfraud\/meta_campaign\/details campaign$/, 'as traffic calls it'],
  [/^POST \/api\/reconciliation\/(payout_report publishers\.\[\]|roas campaign)$/, 'as traffic calls them'],
  [/ custom\.\[\]\.when\./, 'a condition over what traffic holds, user agents among it'],
  [/ value(\.(field|value|values\.\[\]))?$/, 'what the white list compares with traffic'],
  [/^(POST|PUT) \/api\/reconciliation\/\S+ (event|campaign|category)$/, 'names as traffic has them'],
  [/^POST \/api\/mtrackit\/test_link (url|user_agent)$/, 'an address and an agent as they come; nothing is stored'],
  [/^POST \/api\/privacy\/person\/\w+ (device|user)_id$/, 'is compared with traffic'],
  [
    / (sources\.\[\]\.|rules\.\*\.publishers\.\[\]\.)?((sub_)?publisher|vendor|fraud_type|event_name)(\.\[\])?$/,
    'names as traffic has them',
  ],
  [
    / (alerts\.\[\]\.)?(filters|condition|hooks|metric)(\.|$)/,
    'names and values as traffic has them, addresses, a measure there is',
  ],
  [/^POST \/api\/web-bi\/tools\/blacklist\S* values\.\[\]$/, 'what is compared with traffic'],
  [
    /^(POST|PUT) \/api\/(web-bi\/(tools\/blacklist|whitelist(\/preview)?)|traffic\/white-list|block-rules|block-feeds) confirm$/,
    'is compared with the name of the package',
  ],
  [/^POST \/api\/integrity\/:kind\/test (address|headers|user_agent)$/, 'a request as it came'],
  [/^(POST|PUT) \/api\/(integrity\/:kind|user_acquisition)\/rules\S* values\.\[\]$/, 'compared with requests'],
  [/ (body\.)?(menu|filter)\.\[\]$/, 'chosen from the pages and filters there are'],
  [/^(POST|PUT) \/api\/explore\/boards\S* cards\.\[\]\.asked\.\[\]\.value$/, 'of the address of a page'],
  [/^POST \/api\/views (path|asked\.\[\]\.(name|value))$/, 'of the address of a page'],
  [/^POST \/(api\/\S+\/generate|reports) (?!name$)/, 'filters, columns and a condition over what traffic holds'],
  [
    /^(POST|PUT) \/api\/report-schedules\S* (asked|question)\./,
    'filters, columns and a condition over what traffic holds',
  ],
  [/^POST \/api\/report-schedules report$/, 'chosen from the reports there are'],
  [/^PUT \/api\/web-bi\/appfraud\/report_config /, 'chosen from the reports, columns and filters there are'],
  [
    /^POST \/api\/(bi\/ticket\/\S+ (description|text)|(adword|web-bi\/tools\/domains|coupons)\S+ description|reconciliation\/(dispute\S* (note|answers\.\[\]\.text)|adjustment reason))$/,
    'prose people write to one another: a question has its mark',
  ],
  [/^POST \/api\/bi\/ticket\/\S+ (brand|(sub_)?channel|shared_with\.\[\]\.name)$/, 'names as traffic has them'],
  [
    /^POST \/api\/coupons\S* (code|customer|referrer|order_id|owners\.\[\])$/,
    'as the shop has them, and codes that are compared',
  ],
  [/^POST \/api\/brand\/supply\/files (domain|apps\.\[\])$/, 'a domain and apps, as traffic names them'],
  [/^POST \/api\/adword\/:view ads\.\[\]\./, 'an ad as a page of results shows it'],
  [/^POST \/api\/web-bi\/tools\/domains domains\.\[\]$/, 'what is typed or pasted is read as a domain or refused'],
  [/ verifications\.\[\]\.parameters$/, 'goes to a script as its vendor wrote it'],
  [/^POST \/api\/yt_relevancy\/lists\S* entries\.\[\]\./, 'a video and its channel as their platform has them'],
  [/^POST \/api\/yt_relevancy\/scan \[\]\.(location_code|language_code|keywords)$/, 'is looked for and stored nowhere'],
  [/^POST \/api\/lists\/load (title|licence)$/, 'as the maker of the list calls them'],
];

const saidOf = (field: z.ZodType, text: string) => field.safeParse(text).error?.issues[0]?.message;

/** A text without a shape of its own, and a forbidden character in it passes. */
const takesAny = (text: z.ZodString, typed: string): boolean =>
  text.safeParse(typed).success && TWELVE.some((character) => text.safeParse(typed.replace('a', character)).success);
/** The whole body is looked at when it comes, but for fields that are exempt. */
const isForm = ({ form }: EndpointShape, place: string): boolean =>
  form !== undefined && !form.exempt.includes(place.split('.')[0] ?? '');

/** Fields of every call that changes something, into which people type whatever they like. */
const texts = (): { endpoint: EndpointShape; field: string }[] =>
  app.app.routes
    .map(({ endpoint }) => endpoint)
    .filter(({ method, upload }) => method !== 'GET' && !upload)
    .flatMap((endpoint) =>
      Object.entries(shapeOf(endpoint.body))
        .filter(([, schema]) => schema.safeParse('abcdefgh').success)
        .filter(([, schema]) => saidOf(schema, 'abc#efgh') === FORBIDDEN_CHARACTERS_MESSAGE)
        .map(([field]) => ({ endpoint, field })),
    );

describe('every form', () => {
  it('has the rule on every text, but on those that may do without it', () => {
    const without = app.app.routes
      .map(({ endpoint }) => endpoint)
      .filter(({ method, upload }) => method !== 'GET' && !upload)
      .flatMap((endpoint) =>
        textsIn(endpoint.body)
          .filter(({ text }) => ['abcdefgh', 'a'.repeat(40)].some((typed) => takesAny(text, typed)))
          .filter(({ place }) => !isForm(endpoint, place))
          .map(({ place }) => `${nameOf(endpoint)} ${place}`),
      );
    expect(without.filter((place) => !MAY.some(([texts]) => texts.test(place)))).toEqual([]);
    expect(MAY.filter(([texts]) => !without.some((place) => texts.test(place))).map(([, why]) => why)).toEqual([]);
  });

  it('refuses each of the twelve characters in any of its texts, with the exact words and the field', async () => {
    const all = texts();
    expect([...new Set(all.map(({ endpoint }) => nameOf(endpoint)))].sort()).toEqual(Object.keys(FORMS).sort());
    for (const { endpoint, field } of all) {
      const body = { ...FORMS[nameOf(endpoint)] };
      for (const character of sample('forbidden characters of a text', TWELVE, 4, `${nameOf(endpoint)} ${field}`)) {
        const answer = await app.call(endpoint.method, urlOf(endpoint), {
          token: admin,
          body: { ...body, [field]: `A text ${character}` },
        });
        const { code, message } = answer.body;
        const place = LISTS.has(field) ? `${field}.0` : field;
        expect([nameOf(endpoint), field, character, answer.status, code, message, answer.body.field]).toEqual([
          nameOf(endpoint),
          field,
          character,
          422,
          'forbidden_characters',
          FORBIDDEN_CHARACTERS_MESSAGE,
          place,
        ]);
      }
    }
  });

  it('says 422 and names the first of its required fields when it comes empty', async () => {
    for (const { endpoint } of app.app.routes) {
      const required = Object.entries(shapeOf(endpoint.body))
        .filter(([, schema]) => !schema.safeParse(undefined).success)
        .map(([field]) => field);
      if (endpoint.method === 'GET' || endpoint.upload || required.length === 0) continue;
      const answer = await app.call(endpoint.method, urlOf(endpoint), { token: admin, body: {} });
      // Calls that need the token of something else (a sign-in that waits) refuse before.
      if (endpoint.access === 'public' && answer.status === 401) continue;
      expect([nameOf(endpoint), answer.status, required.includes(answer.body.field)]).toEqual([
        nameOf(endpoint),
        422,
        true,
      ]);
    }
  });

  it('takes the characters in passwords and addresses, which have rules of their own, and in no name [VAL-GAP-01]', async () => {
    const password = 'Abcde1#$^{}<>;?\\`~';
    const email = 'odd@own.example';
    const body = { email, name: 'Odd', role: 'customer', password };
    expect((await app.call('POST', '/api/user/signup', { token: admin, body })).status).toBe(200);
    const login = { email, password, turnstile_token: 'human' };
    expect((await app.call('POST', '/api/user/login', { body: login })).status).toBe(200);
    const landing = { package_name: 'own.example', name: 'Offer', url: 'https://shop.example/?a=1;b=2#c' };
    const add = (page: object) => app.call('POST', '/api/mtrackit/landing_page', { token: admin, body: page });
    const refused = (await add({ ...landing, name: 'Offer?' })).body;
    expect([refused.code, refused.field]).toEqual(['forbidden_characters', 'name']);
    expect((await add(landing)).body.data.url).toBe(landing.url);
  });
});

import { expect, it } from 'vitest';
import { z } from 'zod';
import { useApp } from '../support/use-app.ts';

const app = useApp();
const TWELVE = [...'#$^{}<>;?\\`~'];

/** Texts of bodies that may hold what forms refuse, and why (docs/decisions/0016-names-of-data.md). */
const TAKING: Readonly<Record<string, readonly string[]>> = {
  'compared, never shown': [
    'number',
    'bank_code',
    'platform',
    'password',
    'old_password',
    'new_password',
    'confirm_password',
    'token',
    'turnstile_token',
    'code',
    'key',
    'confirm',
    '[].location_code',
    '[].language_code',
    '[].keywords',
    'authorization',
    's3_presigned_url',
  ],
  'names and values as they stand in traffic or in a file': [
    'package_name',
    'address',
    'url',
    'headers',
    'user_agent',
    'publisher',
    'publisher.[]',
    'publishers.[]',
    'sub_publisher',
    'sources.[].publisher',
    'custom.[].configures.publisher',
    'campaign',
    'category',
    'conditions.[].values.[]',
    'sources.[].sub_publisher',
    'rules.*.publishers.[].publisher',
    'event_name',
    'event',
    'brand',
    'channel',
    'sub_channel',
    'shared_with.[].name',
    'vendor.[]',
    'user_id',
    'device_id',
    'value',
    'values.[]',
    'mapping.kind.rules.[].column',
    'mapping.kind.rules.[].values.[]',
    'mapping.fields.*.from.[]',
    'mapping.fields.*.when.column',
    'mapping.fields.*.when.values.[]',
    'mapping.fields.*.constant',
    'mapping.fields.*.values.*',
    'mapping.fields.*.otherwise',
    'mapping.requests.contentType.[]',
    'mapping.requests.size.[]',
    'mapping.site.[]',
    'entries.[].title',
    'entries.[].channel_id',
    'entries.[].owner_channel_name',
    'ads.[].keyword',
    'ads.[].advertiser',
    'ads.[].display_url',
    'ads.[].note',
    'domains.[]',
    'domain',
    'apps.[]',
    'customer',
    'referrer',
    'order_id',
    'owners.[]',
  ],
  'prose that people write to one another, where a question has its mark': [
    'description',
    'text',
    'note',
    'answers.[].text',
  ],
  'looked up among what there is': ['menu.[]', 'filter.[]', 'body.menu.[]', 'body.filter.[]', 'fingerprint'],
  'the address of a page, as the browser has it': ['asked.[].value', 'cards.[].asked.[].value'],
  'what the vendor of a script wants it to be told': ['verifications.[].parameters'],
  'what somebody else calls a list, given on the command line': ['title', 'licence'],
};

/** What a report or a question of Explore asks of traffic, its name aside: filters, columns, a condition. */
const OF_REPORTS =
  /^POST (\/api\/\S+\/generate|\/reports): (?!name$)|^PUT \/api\/web-bi\/appfraud\/report_config: |^(POST|PUT) \/api\/report-schedules\S*: ((asked|question)\.|report$)/;

/** What an alert or a standing block rule looks at, and the addresses an alert calls. */
const OF_ALERTS =
  /^(POST|PUT) \/api\/(block-rules(\/preview)?|web-bi\/(appfraud\/)?alert_config(\/:id)?|alerts\/preview): (alerts\.\[\]\.)?(filters|condition|hooks|metric)(\.|$)/;

/** The address of a destination, which has macros. */
const OF_DELIVERIES = /^(POST|PUT) \/api\/verdict-deliveries(\/:id)?: way\.url$/;

/** Prose as well, though other reasons are texts of forms. */
const OF_ADJUSTMENTS = /^POST \/api\/reconciliation\/adjustment: reason$/;

/** Every text of a schema, in lists and nested objects too, as `custom.[].title`. */
function texts(schema: unknown, place = ''): [place: string, text: z.ZodString][] {
  const inner = (name: string) => (place === '' ? name : `${place}.${name}`);
  if (schema instanceof z.ZodString) return [[place, schema]];
  if (schema instanceof z.ZodObject)
    return Object.entries(schema.shape).flatMap(([name, each]) => texts(each, inner(name)));
  if (schema instanceof z.ZodArray) return texts(schema.element, inner('[]'));
  if (schema instanceof z.ZodRecord) return texts(schema.valueType, inner('*'));
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((each) => texts(each, place));
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return texts(schema.unwrap(), place);
  if (!(schema instanceof z.ZodPipe)) return [];
  // What comes out of a pipe is what is stored: a text with commas becomes a list, whose items are checked.
  const out = texts(schema.out, place);
  return out.length > 0 ? out : texts(schema.in, place);
}

it('every text of every form refuses each of the twelve characters, but for those named here with their reason [VAL-RULE-01]', () => {
  const all = app.app.routes
    .filter(({ endpoint }) => endpoint.method !== 'GET' && !endpoint.upload)
    .flatMap(({ endpoint: { method, path, body } }) =>
      texts(body).map(([place, text]) => ({ call: `${method} ${path}`, place, text })),
    );
  const taking = all.filter(({ text }) => TWELVE.some((character) => text.safeParse(`abc${character}efgh`).success));
  const named = new Set(Object.values(TAKING).flat());
  const unnamed = taking.filter(
    ({ call, place }) =>
      !OF_REPORTS.test(`${call}: ${place}`) &&
      !OF_ALERTS.test(`${call}: ${place}`) &&
      !OF_DELIVERIES.test(`${call}: ${place}`) &&
      !OF_ADJUSTMENTS.test(`${call}: ${place}`) &&
      (!named.has(place) || (place === 'title' && !call.includes('/lists/'))),
  );
  expect(unnamed.map(({ call, place }) => `${call}: ${place}`)).toEqual([]);
  expect([...named].filter((place) => !taking.some((each) => each.place === place))).toEqual([]);
  expect(all.length - taking.length).toBeGreaterThan(50);
});

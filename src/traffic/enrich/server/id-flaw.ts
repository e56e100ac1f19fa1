import { type Sql, sql, typed } from '#platform/server/clickhouse/sql.ts';
import type { DeviceIdClass } from './device.ts';

export interface IdsOfEvent {
  kind: string;
  device_id: string;
  click_id: string;
}

/** A macro nobody filled in: `{gaid}`, `[CLICKID]`, `%%ID%%`, `__IDFA__`, `<id>`. Valid in both engines. */
const MACRO = '^(?:[$]?[{]+.*[}]+|\\[.*\\]|<.*>|%+[A-Za-z_]+%+|__.+__)$';
/** Shorter rows of one character are numbers: 7, 22, 111. */
const LEAST_REPEATS = 4;

const CLICKS = ['click', 're_click', 'click_impression'];
const APP = ['install', 'app_event', 're_event'];
/** Who has the click id from the link he came by: clicks, and the install that quotes it. */
const WITH_CLICK = [...CLICKS, 'install'];

const macro = new RegExp(MACRO);
function isRepeated(id: string): boolean {
  const bare = id.replaceAll('-', '').toLowerCase();
  return bare.length >= LEAST_REPEATS && !bare.startsWith('0') && bare === (bare[0] ?? '').repeat(bare.length);
}

function flawOf(name: 'device_id' | 'click_id', id: string): string {
  if (macro.test(id)) return `${name}_macro`;
  return isRepeated(id) ? `${name}_repeated` : '';
}

/**
 * Why an id of an event names nothing. Zeros and words for "nothing" are no flaw: people delete their advertising id,
 * and not every channel has click ids. For live intake; the twin for imports is `ID_FLAW_SQL`, and id-flaw.test.ts holds
 * the two equal on the engine.
 */
export function idFlaw({ kind, device_id, click_id }: IdsOfEvent, idClass: DeviceIdClass): string {
  const ofDevice = CLICKS.includes(kind) || APP.includes(kind) ? flawOf('device_id', device_id.trim()) : '';
  // In the app a malformed id has a rule of its own.
  const malformed = CLICKS.includes(kind) && idClass === 'malformed' ? 'device_id_malformed' : '';
  const ofClick = WITH_CLICK.includes(kind) ? flawOf('click_id', click_id.trim()) : '';
  return [ofDevice || malformed, ofClick].filter((flaw) => flaw !== '').join('; ');
}

const kindsIn = (kinds: readonly string[]): Sql => sql`s.kind IN ${typed('Array(String)', [...kinds])}`;
const named = (flaw: string): Sql => sql`${typed('String', flaw)}`;

function flawSql(id: Sql, name: 'device_id' | 'click_id', otherwise: Sql): Sql {
  const bare = sql`lower(replaceAll(${id}, '-', ''))`;
  return sql`multiIf(match(${id}, ${typed('String', MACRO)}), ${named(`${name}_macro`)},
    length(${bare}) >= ${typed('UInt8', LEAST_REPEATS)} AND NOT startsWith(${bare}, '0')
      AND ${bare} = repeat(substring(${bare}, 1, 1), length(${bare})), ${named(`${name}_repeated`)}, ${otherwise})`;
}

const MALFORMED = sql`if(${kindsIn(CLICKS)} AND s.device_id_class = 'malformed', 'device_id_malformed', '')`;

/** Over a staged row `s`. */
export const ID_FLAW_SQL: Sql = sql`arrayStringConcat(arrayFilter(flaw -> flaw != '', [
    if(${kindsIn([...CLICKS, ...APP])}, ${flawSql(sql`trimBoth(s.device_id)`, 'device_id', MALFORMED)}, ''),
    if(${kindsIn(WITH_CLICK)}, ${flawSql(sql`trimBoth(s.click_id)`, 'click_id', sql`''`)}, '')]), '; ')`;

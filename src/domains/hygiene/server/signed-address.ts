import { createHmac, timingSafeEqual } from 'node:crypto';
import { ADDRESS_MINUTES } from '#domains/hygiene/contract/terms.ts';

/** Names of uploads begin with the moment (milliseconds since 1970); the rest is drawn, so that nobody counts on. */
const NAME = /^\d{13}-[\w.-]{16,100}$/;
const PATH = '/api/brand_hygiene/file/';

const macOf = (key: Buffer, name: string, until: string): Buffer =>
  createHmac('sha256', key).update(`hygiene\n${name}\n${until}`).digest();

/** An address of ours under which that one file is read until it ends. */
export function signedAddress(key: Buffer, base: string, name: string, now: Date): string {
  const until = String(now.getTime() + ADDRESS_MINUTES * 60_000);
  const sig = macOf(key, name, until).toString('base64url');
  return `${base}${PATH}${name}?${new URLSearchParams({ exp: until, sig })}`;
}

interface Asked {
  name: string;
  exp?: string | undefined;
  sig?: string | undefined;
}

/** Whether the address is ours and of that file. */
function isOurs(key: Buffer, { name, exp = '', sig = '' }: Asked): boolean {
  const given = Buffer.from(sig, 'base64url');
  const own = macOf(key, name, exp);
  return NAME.test(name) && given.length === own.length && timingSafeEqual(given, own);
}

const isOver = ({ exp = '' }: Asked, now: Date): boolean => !(Number(exp) > now.getTime());

/** Whether the address is ours, of that file and not over. */
export const holds = (key: Buffer, asked: Asked, now: Date): boolean => isOurs(key, asked) && !isOver(asked, now);

/** The file an address names, whichever host it was asked by; null for one of ours that is over, undefined for any other. */
export function nameIn(key: Buffer, address: string, now: Date): string | null | undefined {
  if (!URL.canParse(address, 'https://x.invalid')) return undefined;
  const { pathname, searchParams } = new URL(address, 'https://x.invalid');
  if (!pathname.startsWith(PATH)) return undefined;
  const name = pathname.slice(PATH.length);
  const asked = { name, exp: searchParams.get('exp') ?? '', sig: searchParams.get('sig') ?? '' };
  if (!isOurs(key, asked)) return undefined;
  return isOver(asked, now) ? null : name;
}

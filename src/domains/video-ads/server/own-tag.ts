import { randomUUID } from 'node:crypto';
import { heldTrackers } from './held-trackers.ts';
import { adOf, isOn } from './tag-answer.ts';
import { emptyVast } from './vast-xml.ts';
import type { PlayerParts } from './video-parts.ts';

/** No tracking address of a test is good for anything: what a tester looks at is counted nowhere. */
const NO_TOKEN = 'test';
const PATH = /^([\w-]{1,40})\.xml(?=[?#]|$)/;

/**
 * What a tag of this installation answers when nobody is blocked. Found without a call, for an installation may stand
 * where the guarded client may not go; only tags can be named, and their answers anybody may ask for.
 */
export function ownTags(parts: Pick<PlayerParts, 'database' | 'publicUrl' | 'now'>) {
  const trackers = heldTrackers(parts.database);
  return async (url: string): Promise<string | null> => {
    const base = `${parts.publicUrl()}/vast/`;
    if (!url.startsWith(base)) return null;
    const version = /[?&]v=3/.test(url) ? '3.0' : '4.2';
    const key = PATH.exec(url.slice(base.length))?.[1] ?? '';
    const held = await trackers.get(key);
    if (!held || !isOn(held, parts.now())) return emptyVast(version);
    return adOf(parts.publicUrl(), held, NO_TOKEN, randomUUID(), version);
  };
}

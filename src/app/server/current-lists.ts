import { createEnricher, type Enricher } from '#traffic/enrich/server/enrich.ts';
import type { ListInfo } from '#traffic/lists/contract/lists.ts';
import { type OpenListsOptions, openLists } from '#traffic/lists/server/lists.ts';
import { listsVersion } from '#traffic/lists/server/operator-lists.ts';

/** How late a process learns that another one has loaded or removed a list. */
const LOOK_MS = 5_000;

/** The lists of a folder as they are now. */
export interface CurrentLists {
  info: () => readonly ListInfo[];
  enricher: () => Enricher;
  reopen: () => Promise<void>;
  close: () => Promise<void>;
}

/** Lists that several processes share are looked at every few seconds. */
export async function openCurrentLists(
  place: OpenListsOptions,
  { shared }: { shared: boolean },
): Promise<CurrentLists> {
  const open = async () => {
    const lists = await openLists(place);
    return { version: lists.version, info: lists.info, enricher: createEnricher(lists) };
  };
  let now = await open();
  const reopen = async (): Promise<void> => {
    now = await open();
  };
  let looking: Promise<void> = Promise.resolve();
  const { files } = place;
  const look = async (): Promise<void> => {
    if (files && (await listsVersion(files)) !== now.version) await reopen();
  };
  // A list that is just being written is read the next time.
  const lookAgain = () => {
    looking = looking.then(look).catch(() => {});
  };
  const timer = shared ? setInterval(lookAgain, LOOK_MS).unref() : undefined;
  return {
    info: () => now.info,
    enricher: () => now.enricher,
    reopen,
    close: async () => {
      clearInterval(timer);
      await looking;
    },
  };
}

import type { Listed, ListHolds } from '#domains/relevancy/contract/video-list.ts';

const OF_YOUTUBE =
  /^https?:\/\/(?:(?:www|m|music)\.)?(?:youtu\.be\/|youtube(?:-nocookie)?\.com\/(?:watch\?(?:[^#]*&)?v=|(?:shorts|embed|live|v)\/))([\w-]{11})(?![\w-])/i;

/** What tells a video from another: its id at YouTube, however the address is written, else the address. */
function videoItem(url: string): string | null {
  const id = OF_YOUTUBE.exec(url)?.[1];
  return id === undefined ? url.trim() || null : `youtube ${id}`;
}

/** Its id; its name where nobody knows that; null for none. */
function channelItem({ channel_id: id, owner_channel_name: name }: Pick<Listed, 'channel_id' | 'owner_channel_name'>) {
  if (id !== '') return `id ${id}`;
  return name === '' ? null : `name ${name.toLowerCase()}`;
}

/** By what a list knows it; null where there is nothing it could be known by. */
export const itemOf = (
  holds: ListHolds,
  row: Pick<Listed, 'video_url' | 'channel_id' | 'owner_channel_name'>,
): string | null => (holds === 'videos' ? videoItem(row.video_url) : channelItem(row));

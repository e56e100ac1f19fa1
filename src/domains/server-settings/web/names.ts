import type { TFunction } from 'i18next';
import type { Health, OpenJobView } from '#domains/server-settings/contract/endpoints.ts';

/** What a queue does, in the reader's language; one of an older version goes by its own name. */
export const jobName = (queue: string, t: TFunction<'server'>): string => t(`job_${queue}`, { defaultValue: queue });

/** What a list is about; one that was loaded here has the title it was given. */
export const listName = (
  { id, title, origin }: Pick<Health['lists'][number], 'id' | 'title' | 'origin'>,
  t: TFunction<'server'>,
): string => (origin === 'shipped' ? t(`list_${id}`, { defaultValue: title }) : title);

/** A job with what it is about. The key of a period begins with the name of its queue. */
export function openJobName({ queue, key }: Pick<OpenJobView, 'queue' | 'key'>, t: TFunction<'server'>): string {
  const about = key.startsWith(`${queue} `) ? key.slice(queue.length + 1) : key;
  return about === '' || about === queue ? jobName(queue, t) : `${jobName(queue, t)} (${about})`;
}

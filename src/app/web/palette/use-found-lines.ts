import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { EVENTS_PATH } from '#analytics/contract/drill.ts';
import type { Answer } from '#platform/contract/endpoint.ts';
import { query } from '#platform/web/api/call.ts';
import { useFormat } from '#platform/web/i18n/format.ts';
import { useSelection } from '#platform/web/layout/selection.tsx';
import { useNames } from '#traffic/event/web/names.ts';
import { findEndpoint } from '#traffic/explorer/contract/find-endpoint.ts';
import { passage } from '../guard.ts';
import { BUILT_PAGES } from '../pages.ts';
import type { Line } from './line.ts';

/** Pauses shorter than this are within a word. */
const PAUSE_MS = 150;
const SHORTEST = 2;

type Found = Answer<typeof findEndpoint.find>['data'];

interface FoundLines {
  lines: readonly Line[];
  /** The answer to what stands in the field is still to come. */
  waiting: boolean;
  failed: unknown;
  retry: () => void;
  /** The server gave up before it had looked through everything. */
  incomplete: boolean;
}

/** Names of sources, events and made rules of the chosen package; an older question is broken off by the next one. */
export function useFoundLines(text: string, routes: readonly string[]): FoundLines {
  const { pkg } = useSelection();
  const wanted = text.trim();
  const [asked] = useDebouncedValue(wanted, PAUSE_MS);
  const opens = (path: string): boolean => passage(path, BUILT_PAGES, routes, pkg).kind === 'open';
  const able = opens(EVENTS_PATH) || opens('/publisher');
  const enabled = able && asked.length >= SHORTEST && wanted.length >= SHORTEST;
  const found = useQuery({
    ...query(findEndpoint.find, { query: { package_name: pkg.package_name, text: asked } }),
    enabled,
    retry: false,
  });
  const lines = useLinesOf(enabled ? found.data?.data : undefined, found.isPlaceholderData ? '' : asked, opens);
  const waiting = able && wanted.length >= SHORTEST && (asked !== wanted || found.isFetching);
  return {
    lines,
    waiting,
    failed: enabled && !waiting ? found.error : null,
    retry: () => void found.refetch(),
    incomplete: enabled && !waiting && found.data?.data.complete === false,
  };
}

/** What the answer to `asked` holds is a line whatever its words; of an older answer only what still has the words. */
function useLinesOf(found: Found | undefined, asked: string, opens: (path: string) => boolean): readonly Line[] {
  const { t } = useTranslation('palette');
  const { pkg } = useSelection();
  const names = useNames();
  const format = useFormat();
  if (!found) return [];
  const events = (filters: Record<string, string>): string => `${EVENTS_PATH}?${new URLSearchParams(filters)}`;
  const hasEvents = opens(EVENTS_PATH);
  return [
    ...found.names.flatMap(({ field, value, events: count }): Line[] => {
      const page = field === 'publisher' && opens('/publisher');
      if (!page && !hasEvents) return [];
      return [
        {
          id: `${field} ${value}`,
          group: 'names',
          title: value,
          detail: t('name_detail', { field: names.dimension(field), count, events: format.number(count) }),
          also: asked,
          to: page ? `/publisher/${encodeURIComponent(value)}` : addressOf(field, value, events),
        },
      ];
    }),
    ...found.events
      .filter(() => hasEvents)
      .map(
        ({ row_id, kind, at, verdict }): Line => ({
          id: `event ${row_id}`,
          group: 'events',
          title: `${names.kind(kind)} · ${format.dateTime(at, pkg.time_zone)}`,
          detail: `${names.value('verdict', verdict)} · ${row_id}`,
          also: asked,
          to: events({ event: row_id }),
        }),
      ),
    ...found.rules
      .filter(() => opens('/rules'))
      .map(
        ({ id, title }): Line => ({
          id: `rule ${id}`,
          group: 'rules',
          title,
          detail: t('rule_made', { package: pkg.package_title }),
          also: `${id} ${asked}`,
          to: `/rules?${new URLSearchParams({ rule: id })}`,
        }),
      ),
  ];
}

/** One text with commas would be read as several; the same twice is not. */
const addressOf = (field: string, value: string, events: (filters: Record<string, string>) => string): string => {
  const address = events({ [field]: value });
  return value.includes(',') ? `${address}&${new URLSearchParams({ [field]: value })}` : address;
};

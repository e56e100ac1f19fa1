import { Select } from '@mantine/core';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useFormat } from '#platform/web/i18n/format.ts';
import screen from '#platform/web/layout/screen.module.css';
import { EVENT_KINDS, type EventKind } from '#traffic/event/contract/event.ts';
import { useNames } from '#traffic/event/web/names.ts';

/** The kind of events that is looked at, from the address; the server chooses where it names none. */
export function useKind(): [EventKind | undefined, (kind: string | null) => void] {
  const [params, setParams] = useSearchParams();
  const asked = params.get('kind');
  const choose = useCallback(
    (kind: string | null): void =>
      setParams(
        (before) => {
          const next = new URLSearchParams(before);
          if (kind === null) next.delete('kind');
          else next.set('kind', kind);
          return next;
        },
        { replace: true },
      ),
    [setParams],
  );
  return [EVENT_KINDS.find((kind) => kind === asked), choose];
}

interface Props {
  /** What is looked at, and what came; unknown while it is asked for. */
  of: { kind: EventKind | null; kinds: readonly { kind: EventKind; events: number }[] } | undefined;
}

/** One kind of events at a time: a share of several would be a share of nothing. */
export function KindSelect({ of }: Props) {
  const { t } = useTranslation('publisher');
  const format = useFormat();
  const names = useNames();
  const [, choose] = useKind();
  if (of && of.kinds.length < 2) return null;
  return (
    <Select
      w={220}
      // It holds its place until it is known which kinds there are.
      disabled={!of}
      allowDeselect={false}
      aria-label={t('kind')}
      data={(of?.kinds ?? []).map(({ kind, events }) => ({
        value: kind,
        label: `${names.kind(kind)} (${format.number(events)})`,
      }))}
      value={of?.kind ?? ''}
      onChange={choose}
    />
  );
}

/** On paper, where nothing can be chosen: the kind all numbers are of. */
export function KindPrinted({ of }: Props) {
  const names = useNames();
  return of?.kind ? <p className={screen.printed}>{names.kind(of.kind)}</p> : null;
}

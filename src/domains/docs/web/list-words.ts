import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { ListDoc } from '#domains/docs/contract/endpoints.ts';

/** Kinds whose shipped lists hold something else than what an operator would load. */
const SHIPPED = ['bots', 'crawler-range'];

export interface ListWords {
  /** Shipped lists in the reader's language, an operator's as the operator named it. */
  title: (list: ListDoc) => string;
  purpose: (list: Pick<ListDoc, 'kind' | 'origin' | 'title' | 'purpose'>) => string;
  ofKind: (kind: string) => string;
}

export function useListWords(): ListWords {
  const { t } = useTranslation('docs');
  return useMemo(
    () => ({
      title: ({ id, title, origin }) => (origin === 'shipped' ? t(`list_title.${id}`, { defaultValue: title }) : title),
      purpose: ({ kind, origin, title, purpose }) =>
        origin === 'shipped' && SHIPPED.includes(kind)
          ? t(`list_shipped.${kind}`, { name: title })
          : t(`list_purpose.${kind}`, { defaultValue: purpose }),
      ofKind: (kind) => t(`list_purpose.${kind}`),
    }),
    [t],
  );
}

import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { colors } from '#analytics/contract/color.ts';
import { categoryTokens } from '#platform/contract/charts/categories.ts';
import { query } from '#platform/web/api/call.ts';
import { VERDICTS } from '#traffic/event/contract/event.ts';

const NONE: Readonly<Record<string, string>> = {};

/** A theme token, or a colour of the operator's own. */
const cssColor = (color: string): string => (color.startsWith('#') ? color : `var(--${color})`);

interface Colors {
  /** False until the operator's colours are known: charts are drawn once, in the right ones. */
  ready: boolean;
  /** Colours of values, the configured one first, then one fixed by the value. */
  of: (values: readonly string[]) => (value: string) => string;
}

export function useConfiguredColors(): Colors {
  const asked = useQuery({ ...query(colors.colors, {}), staleTime: Number.POSITIVE_INFINITY });
  const configured = asked.data?.data ?? NONE;
  return {
    ready: !asked.isPending,
    of: (values) => {
      const fixed = categoryTokens(values);
      return (value) => cssColor(configured[value] ?? fixed.get(value) ?? 'category-other');
    },
  };
}

/** Verdicts are painted by tokens everywhere, so an own colour of the operator becomes the token's value. */
export function useVerdictColors(): void {
  const { data } = useQuery({ ...query(colors.colors, {}), staleTime: Number.POSITIVE_INFINITY });
  useEffect(() => {
    const own = VERDICTS.filter((verdict) => (data?.data[verdict] ?? verdict) !== verdict);
    const { style } = document.documentElement;
    for (const verdict of own) style.setProperty(`--${verdict}`, cssColor(data?.data[verdict] ?? verdict));
    return () => {
      for (const verdict of own) style.removeProperty(`--${verdict}`);
    };
  }, [data]);
}

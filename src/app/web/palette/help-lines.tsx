import { useEffect } from 'react';
import { useHelpEntries } from '#domains/docs/web/use-entries.ts';
import { REASONS } from '#traffic/event/contract/reasons.ts';
import type { Line } from './line.ts';

interface Props {
  /** Undefined until they are there. */
  onLines: (lines: readonly Line[]) => void;
}

/** Draws nothing: hands on what the documentation knows, whose words come with the first question. */
export function HelpLines({ onLines }: Props) {
  const { entries, loading } = useHelpEntries(true);
  useEffect(() => {
    if (loading) return;
    onLines(
      entries.map(({ area, title, detail, also, path, at = '', q }): Line => {
        const params = new URLSearchParams({ ...(at !== '' && { at }), ...(q && { q }) }).toString();
        return {
          id: `${area} ${path} ${at} ${title}`,
          group: area !== 'docs-rules' ? 'help' : Object.hasOwn(REASONS, at) ? 'reasons' : 'rules',
          title,
          detail,
          also,
          to: params === '' ? path : `${path}?${params}`,
        };
      }),
    );
  }, [entries, loading, onLines]);
  return null;
}

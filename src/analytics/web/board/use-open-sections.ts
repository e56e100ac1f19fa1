import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import type { SectionOfBoard } from '#analytics/contract/prepare/layout.ts';
import type { Section } from '#analytics/contract/section.ts';
import { readCookie, writeCookie } from '#platform/web/cookie.ts';

const COOKIE = 'board_sections';

const remembered = (): readonly string[] => readCookie(COOKIE)?.split('.') ?? [];

/** The section whose card the address points at. */
function aimedAt(sections: readonly SectionOfBoard[], hash: string): Section | undefined {
  const id = decodeURIComponent(hash.slice(1));
  return sections.find(({ widgets }) => widgets.some((widget) => widget.id === id))?.id;
}

export interface OpenSections {
  isOpen: (id: Section) => boolean;
  toggle: (id: Section) => void;
  /** Opens all of these; none of them when all are open. */
  toggleAll: (ids: readonly Section[]) => void;
}

/** Which sections a person has opened, on all boards and from visit to visit; a link to a card opens its own. */
export function useOpenSections(sections: readonly SectionOfBoard[]): OpenSections {
  const { hash, key } = useLocation();
  const aimed = aimedAt(sections, hash);
  const [open, setOpen] = useState<readonly string[]>(() => [...remembered(), ...(aimed ? [aimed] : [])]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same link a second time opens the section again
  useEffect(() => {
    if (aimed) setOpen((before) => [...before, aimed]);
  }, [aimed, key]);
  const keep = (next: readonly string[]): void => {
    setOpen(next);
    writeCookie(COOKIE, [...new Set(next)].join('.'));
  };
  return {
    isOpen: (id) => open.includes(id),
    toggle: (id) => keep(open.includes(id) ? open.filter((other) => other !== id) : [...open, id]),
    toggleAll: (ids) => {
      const others = open.filter((id) => !ids.some((one) => one === id));
      keep(ids.every((id) => open.includes(id)) ? others : [...others, ...ids]);
    },
  };
}

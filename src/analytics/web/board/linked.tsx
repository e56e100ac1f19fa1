import type { ReactNode } from 'react';
import { answerParts } from '#analytics/contract/prepare/answer-text.ts';
import { Link } from '#platform/web/layout/link.tsx';

/** A text with parts like `<total>1,234</total>` as links to the address of that name; without one it stays words. */
export const linked = (text: string, addresses: Readonly<Record<string, string | undefined>>): ReactNode[] =>
  answerParts(text).map(({ name, text: words }, at) => {
    if (name === undefined) return words;
    const to = addresses[name];
    // A sentence is written once: a part keeps its place.
    const key = `${at} ${name}`;
    return to === undefined ? (
      <strong key={key}>{words}</strong>
    ) : (
      <Link key={key} to={to}>
        <strong>{words}</strong>
      </Link>
    );
  });

import type { ReactNode } from 'react';
import { Link } from 'react-router';

const LINKED = /<(\w+)>(.*?)<\/\1>/g;

/** A text with parts like `<total>1,234</total>` as links to the address of that name; without one it stays words. */
export function linked(text: string, addresses: Readonly<Record<string, string | undefined>>): ReactNode[] {
  const parts: ReactNode[] = [];
  let at = 0;
  for (const { 0: whole, 1: name = '', 2: words = '', index } of text.matchAll(LINKED)) {
    const to = addresses[name];
    const inner = <strong>{words}</strong>;
    parts.push(
      text.slice(at, index),
      to === undefined ? (
        <span key={index}>{inner}</span>
      ) : (
        <Link key={index} to={to}>
          {inner}
        </Link>
      ),
    );
    at = index + whole.length;
  }
  return [...parts, text.slice(at)];
}

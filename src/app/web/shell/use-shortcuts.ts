import { useEffect } from 'react';

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]') !== null;

/** Shift and "!" by key value, so that every keyboard layout works; never while typing (NAV-GAP-12). */
export const isHiddenMenuKey = (event: KeyboardEvent): boolean =>
  event.key === '!' && event.shiftKey && !isTyping(event.target);

export const isSearchKey = (event: KeyboardEvent): boolean =>
  event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey);

export function useShortcuts(onHiddenMenu: () => void, onSearch: () => void): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      if (isHiddenMenuKey(event)) onHiddenMenu();
      else if (isSearchKey(event)) {
        event.preventDefault();
        onSearch();
      }
    };
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, [onHiddenMenu, onSearch]);
}

import { useEffect, useRef } from 'react';
import { isPressed, isTyping, SHORTCUTS, type ShortcutName } from './shortcuts.ts';

/** Letters and signs are somebody's text while a field has the focus; and what a dialog covers hears no keys. */
const isMeant = ({ target }: KeyboardEvent, name: ShortcutName): boolean =>
  SHORTCUTS[name].keys.some((key) => key.startsWith('Mod+')) ||
  (!isTyping(target) && document.querySelector('dialog[open]') === null);

/** Does something at a key of the whole window. */
export function useShortcut(name: ShortcutName, run: () => void): void {
  const latest = useRef(run);
  useEffect(() => {
    latest.current = run;
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || !isPressed(event, name) || !isMeant(event, name)) return;
      event.preventDefault();
      latest.current();
    };
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, [name]);
}

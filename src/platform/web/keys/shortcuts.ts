/** Where keys mean something, in the order they are explained. */
export const KEY_PLACES = ['anywhere', 'palette', 'list', 'event', 'tickets', 'chart'] as const;
export type KeyPlace = (typeof KEY_PLACES)[number];

interface Shortcut {
  place: KeyPlace;
  /** Keys by their value, so that every keyboard layout works; `Mod` is Ctrl, or Cmd. Any of them does it. */
  keys: readonly string[];
}

/** Every key of the product: what listens reads it here, and so does the list that `?` opens. */
export const SHORTCUTS = {
  find: { place: 'anywhere', keys: ['Mod+k'] },
  keys: { place: 'anywhere', keys: ['?'] },
  hidden_menu: { place: 'anywhere', keys: ['Shift+!'] },
  close: { place: 'anywhere', keys: ['Escape'] },
  find_next: { place: 'palette', keys: ['ArrowDown'] },
  find_previous: { place: 'palette', keys: ['ArrowUp'] },
  find_go: { place: 'palette', keys: ['Enter'] },
  row_next: { place: 'list', keys: ['ArrowDown'] },
  row_previous: { place: 'list', keys: ['ArrowUp'] },
  row_later: { place: 'list', keys: ['PageDown'] },
  row_earlier: { place: 'list', keys: ['PageUp'] },
  row_first: { place: 'list', keys: ['Home'] },
  row_last: { place: 'list', keys: ['End'] },
  row_open: { place: 'list', keys: ['Enter'] },
  row_pick: { place: 'list', keys: [' '] },
  event_next: { place: 'event', keys: ['j'] },
  event_previous: { place: 'event', keys: ['k'] },
  ticket_next: { place: 'tickets', keys: ['j'] },
  ticket_previous: { place: 'tickets', keys: ['k'] },
  ticket_open: { place: 'tickets', keys: ['o'] },
  ticket_assign: { place: 'tickets', keys: ['a'] },
  ticket_close: { place: 'tickets', keys: ['c'] },
  point_next: { place: 'chart', keys: ['ArrowRight', 'ArrowUp'] },
  point_previous: { place: 'chart', keys: ['ArrowLeft', 'ArrowDown'] },
  point_first: { place: 'chart', keys: ['Home'] },
  point_last: { place: 'chart', keys: ['End'] },
  point_filter: { place: 'chart', keys: ['Enter'] },
} as const satisfies Record<string, Shortcut>;

export type ShortcutName = keyof typeof SHORTCUTS;

type Press = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

/** Whether these keys are the shortcut's. With Ctrl, Cmd or Alt a key is another one, the browser's mostly. */
export function isPressed(press: Press, name: ShortcutName): boolean {
  return SHORTCUTS[name].keys.some((said) => {
    const parts = said.split('+');
    const key = parts.pop();
    if (parts.includes('Mod') !== (press.ctrlKey || press.metaKey) || press.altKey) return false;
    if (parts.includes('Shift') && !press.shiftKey) return false;
    return press.key === key || (parts.length > 0 && press.key.toLowerCase() === key);
  });
}

export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]') !== null;

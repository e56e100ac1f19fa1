// @vitest-environment jsdom
import { fireEvent, renderHook } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { isPressed, SHORTCUTS } from './shortcuts.ts';
import { useShortcut } from './use-shortcut.ts';

afterEach(() => document.body.replaceChildren());

const bare = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };

it('knows Shift and ! by what they type, so that every keyboard layout works, and not while somebody types [NAV-GAP-12]', () => {
  let pressed = 0;
  renderHook(() => useShortcut('hidden_menu', () => pressed++));
  const press = (init: KeyboardEventInit, target: HTMLElement = document.body): boolean => {
    const before = pressed;
    if (target !== document.body) document.body.append(target);
    fireEvent.keyDown(target, init);
    return pressed > before;
  };
  expect(press({ key: '!', shiftKey: true })).toBe(true);
  expect(press({ key: '!', shiftKey: false })).toBe(false);
  expect(press({ key: '1', shiftKey: true })).toBe(false);
  expect(press({ key: '!', shiftKey: true }, document.createElement('input'))).toBe(false);
  expect(press({ key: '!', shiftKey: true }, document.createElement('textarea'))).toBe(false);
});

it('hears no letters below a dialog, but the search everywhere', () => {
  const heard: string[] = [];
  renderHook(() => useShortcut('keys', () => heard.push('keys')));
  renderHook(() => useShortcut('find', () => heard.push('find')));
  fireEvent.keyDown(document.body, { key: '?', shiftKey: true });
  document.body.innerHTML = '<dialog open><input></dialog>';
  fireEvent.keyDown(document.body, { key: '?', shiftKey: true });
  const field = document.querySelector('input');
  if (!field) throw new Error('no field');
  fireEvent.keyDown(field, { key: 'k', metaKey: true });
  fireEvent.keyDown(field, { key: 'K', ctrlKey: true });
  expect(heard).toEqual(['keys', 'find', 'find']);
});

it('takes a key with Ctrl, Cmd or Alt for another one', () => {
  expect(isPressed({ ...bare, key: 'j' }, 'event_next')).toBe(true);
  for (const held of ['ctrlKey', 'metaKey', 'altKey'])
    expect(isPressed({ ...bare, key: 'j', [held]: true }, 'event_next'), held).toBe(false);
  expect(isPressed({ ...bare, key: 'k' }, 'find')).toBe(false);
});

it('gives no key two meanings in one place', () => {
  const keys = Object.values(SHORTCUTS).flatMap(({ place, keys: own }) => own.map((key) => `${place} ${key}`));
  expect(new Set(keys).size).toBe(keys.length);
});

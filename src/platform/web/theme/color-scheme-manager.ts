import type { MantineColorSchemeManager } from '@mantine/core';
import { applyColorScheme, type ColorScheme, chooseColorScheme, chosenColorScheme } from './color-scheme.ts';

/** Mantine's door to our cookie: its own manager writes local storage, which signing out empties. */
export const cookieColorScheme: MantineColorSchemeManager = {
  get: () => chosenColorScheme(),
  set: (scheme: ColorScheme) => chooseColorScheme(scheme),
  clear: () => applyColorScheme('auto'),
  subscribe: () => undefined,
  unsubscribe: () => undefined,
};

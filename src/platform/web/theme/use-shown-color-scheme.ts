import { useSyncExternalStore } from 'react';

const read = (): 'light' | 'dark' =>
  document.documentElement.dataset.mantineColorScheme === 'dark' ? 'dark' : 'light';

function subscribe(changed: () => void): () => void {
  const observer = new MutationObserver(changed);
  observer.observe(document.documentElement, { attributeFilter: ['data-mantine-color-scheme'] });
  return () => observer.disconnect();
}

/** The scheme on screen, whoever chose it: person, system or another tab. */
export const useShownColorScheme = (): 'light' | 'dark' => useSyncExternalStore(subscribe, read);

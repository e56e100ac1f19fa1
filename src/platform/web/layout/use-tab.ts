import { useSearchParams } from 'react-router';

/** Which tab of a page is open stands in its address; the first one's is the page's own. */
export function useTab<T extends string>(tabs: readonly [T, ...T[]]): { tab: T; show: (tab: string | null) => void } {
  const [params, setParams] = useSearchParams();
  const [first] = tabs;
  return {
    tab: tabs.find((each) => each === params.get('tab')) ?? first,
    show: (tab) =>
      setParams((now) => {
        const next = new URLSearchParams(now);
        next.delete('tab');
        if (tab !== null && tab !== first) next.set('tab', tab);
        return next;
      }),
  };
}

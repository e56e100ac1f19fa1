/**
 * Keeps in `--scroll-bar` how wide the page's own scroll bar is, for what opens above it and hides it: a gutter that is
 * kept free by the style sheet alone would be a strip that no drawer covers. Where bars lie over the page it is nothing.
 */
export function measureScrollBar(): void {
  const root = document.documentElement;
  const measure = (): void => {
    if (getComputedStyle(root).overflowY !== 'hidden')
      root.style.setProperty('--scroll-bar', `${innerWidth - root.clientWidth}px`);
  };
  new ResizeObserver(measure).observe(root);
}

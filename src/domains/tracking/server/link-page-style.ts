import { createHash } from 'node:crypto';

/**
 * How the few pages look that people meet on the way of a link: a quiet card in the middle, in the scheme of their
 * device. Whoever follows a link of an advertiser has nothing to do with us, so there is no name on it. The hash is in
 * the policy of the pages.
 */
const STYLE = `:root{color-scheme:light dark}
body{margin:0;min-height:100vh;min-height:100dvh;display:grid;place-items:center;background:light-dark(#f4f5f7,#14161a);color:light-dark(#1c2430,#e8ebf0);font:1rem/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif}
main{box-sizing:border-box;width:min(26rem,calc(100vw - 2rem));padding:2rem 1.75rem;border:1px solid light-dark(#dde1e7,#2b3038);border-radius:12px;background:light-dark(#fff,#1c2026);text-align:center}
p{margin:0 0 1rem}p:last-child{margin:0}
a,button{display:inline-block;padding:.6rem 1.4rem;border:0;border-radius:8px;background:light-dark(#1f4fd8,#8fb0ff);color:light-dark(#fff,#10141c);font:inherit;font-weight:600;text-decoration:none;cursor:pointer}
a:focus-visible,button:focus-visible{outline:3px solid light-dark(#8fb0ff,#fff);outline-offset:2px}
#wait::before{content:"";display:block;width:1.75rem;height:1.75rem;margin:0 auto 1rem;border:3px solid light-dark(#dde1e7,#3a414c);border-top-color:light-dark(#1f4fd8,#8fb0ff);border-radius:50%;animation:turn 1s linear infinite}
@keyframes turn{to{transform:rotate(1turn)}}
@media (prefers-reduced-motion:reduce){#wait::before{animation:none}}`;

export const STYLE_POLICY = `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`;

/** A whole page around what it says; all of it HTML already. */
export const linkPage = ({
  locale,
  title,
  body,
  root = '',
}: {
  locale: string;
  title: string;
  body: string;
  /** Attributes of the root element. */
  root?: string;
}): string =>
  `<!doctype html><html lang="${locale}"${root}><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><title>${title}</title><style>${STYLE}</style></head><body>${body}</body></html>`;

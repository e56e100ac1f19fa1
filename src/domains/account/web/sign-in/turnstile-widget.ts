/** Cloudflare Turnstile in the page. Its script is asked for only where an operator has set the keys. */
export const TURNSTILE_SCRIPT = 'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit';

interface Options {
  sitekey: string;
  action: string;
  language: string;
  theme: 'auto';
  callback: (answer: string) => void;
  'expired-callback': () => void;
  'timeout-callback': () => void;
  'error-callback': () => void;
}

interface Turnstile {
  render: (host: HTMLElement, options: Options) => string | undefined;
  remove: (id: string) => void;
}

declare global {
  interface Window {
    turnstile?: Turnstile;
  }
}

let loading: Promise<Turnstile> | undefined;

function loadScript(): Promise<Turnstile> {
  loading ??= new Promise<Turnstile>((resolve, reject) => {
    const script = document.createElement('script');
    script.src = TURNSTILE_SCRIPT;
    script.async = true;
    script.onload = () => (window.turnstile ? resolve(window.turnstile) : reject(new Error('No turnstile in it')));
    script.onerror = () => {
      script.remove();
      reject(new Error('The script did not load'));
    };
    document.head.append(script);
  }).catch((error: unknown) => {
    // The next try asks again.
    loading = undefined;
    throw error;
  });
  return loading;
}

interface Widget {
  host: HTMLElement;
  siteKey: string;
  language: string;
  /** The answer to send along; '' when it has expired. */
  onAnswer: (answer: string) => void;
  onError: () => void;
}

/** Draws the widget; the returned function takes it away. */
export async function showTurnstile({ host, siteKey, language, onAnswer, onError }: Widget): Promise<() => void> {
  const turnstile = await loadScript();
  const gone = (): void => onAnswer('');
  const id = turnstile.render(host, {
    sitekey: siteKey,
    action: 'login',
    language,
    theme: 'auto',
    callback: onAnswer,
    'expired-callback': gone,
    'timeout-callback': gone,
    'error-callback': onError,
  });
  return () => {
    if (id !== undefined) turnstile.remove(id);
  };
}

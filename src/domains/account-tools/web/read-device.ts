import FingerprintJS from '@fingerprintjs/fingerprintjs';

const KEPT_AS = 'device';

/** What the browser tells of itself, and the random value it keeps: nothing of it goes anywhere but to this server. */
export async function readDevice() {
  const agent = await FingerprintJS.load();
  const { visitorId, confidence } = await agent.get();
  return {
    stored: storedValue(),
    print: visitorId,
    confidence: confidence.score,
    webdriver: navigator.webdriver === true,
    languages: navigator.languages.length,
    platform: navigator.platform.slice(0, 100),
  };
}

/** Made once in a browser; who clears its storage begins anew. */
function storedValue(): string {
  const kept = localStorage.getItem(KEPT_AS);
  if (kept !== null && /^[0-9a-f]{32}$/.test(kept)) return kept;
  const made = crypto.randomUUID().replaceAll('-', '');
  localStorage.setItem(KEPT_AS, made);
  return made;
}

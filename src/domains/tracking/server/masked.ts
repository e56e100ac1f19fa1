export const MASK = '***';

const SECRET =
  /(?:^|[_.-])(?:sec|secret|token|key|apikey|auth|authorization|pass|password|passwd|pwd|sig|sign|signature|hash|hmac)$/i;

/** Whether a parameter of this name may hold what only two know. */
export const isSecret = (name: string): boolean => SECRET.test(name.replaceAll(/([a-z])([A-Z])/g, '$1_$2'));

const PARAMETER = /([?&;#])([^=&;#]+)=([^&;#]*)/g;
/** As long as what programs make up, and of letters and digits: a word or a number is neither. */
const MADE_UP = /^(?=[\w-]*\d)(?=[\w-]*[a-z])[\w-]{20,}$/i;

/**
 * An address as it may be shown: without the values of parameters that may be secret, and without parts of its path that
 * look made up. `own`: what is of the conversion itself, and stays.
 */
export function maskedAddress(url: string, own: readonly string[]): string {
  const [, before = '', path = '', after = ''] = /^([a-z]+:\/\/[^/?#]*)([^?#]*)(.*)$/is.exec(url) ?? [];
  const shownPath = path
    .split('/')
    .map((part) => (MADE_UP.test(part) && !own.includes(part) ? MASK : part))
    .join('/');
  const shown = after.replace(PARAMETER, (whole, sign: string, name: string) =>
    isSecret(name) ? `${sign}${name}=${MASK}` : whole,
  );
  return `${before}${shownPath}${shown}`;
}

/**
 * The shared patterns of forms (spec 1 §9, 2 §5). Each is anchored and runs in linear time: of two neighbouring parts
 * no text fits both, so there is one way to read any input.
 */
const LABEL = '[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?';

export const PATTERNS = {
  email: /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+$/,
  /** dd-mm-yyyy with -, / or . between. */
  date_of_birth: /^(?:0[1-9]|[12]\d|3[01])([-/.])(?:0[1-9]|1[0-2])\1\d{4}$/,
  phone: /^0?\d{10}$/,
  numeric: /^\d+$/,
  password_characters: /^[A-Za-z0-9@#^\-_$]+$/,
  /** 7 to 14 characters with a digit, a special character, an uppercase and a lowercase letter. */
  strong_password: /^(?=[^0-9]*\d)(?=[^A-Z]*[A-Z])(?=[^a-z]*[a-z])(?=[A-Za-z0-9]*[^A-Za-z0-9]).{7,14}$/s,
  letters: /^[A-Za-z_ ]+$/,
  uppercase: /^[A-Z]+$/,
  alphanumeric: /^[A-Za-z0-9]+$/,
  zip: /^\d{6}$/,
  six_to_eight_digits: /^\d{6,8}$/,
  bin: /^\d{4,6}$/,
  six_or_eight_digits: /^(?:\d{6}|\d{8})$/,
  four_digits: /^\d{4}$/,
  url: /^(?:ftp|https?):\/\/[^\s/?#]+\.[^\s/?#.]+(?:[/?#]\S*)?$/i,
  /** A host with at least one dot; no scheme, no path. */
  host: new RegExp(`^(?:${LABEL}\\.)+[A-Za-z]{2,63}$`),
  one_time_code: /^\d{6}$/,
} as const satisfies Record<string, RegExp>;

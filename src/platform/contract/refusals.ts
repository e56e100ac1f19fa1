import { CONDITION_PROBLEMS } from './condition-check.ts';
import { refusals } from './message.ts';
import { INPUT_FAULTS } from './plain-issue.ts';
import { PATTERN_FAULTS } from './regular-expression.ts';

/** What is refused whoever is asked: calls themselves, packages, conditions. */
export const REFUSALS = refusals({
  come_by: 'Please come by {{address}}',
  key_used: 'This key was used for another call',
  still_running: 'The same call is still running',
  key_form: '8 to 200 letters, digits or . : _ -',
  version_form: 'A version number',
  parameter_missing: 'Please give {{parameter}}',
  parameter_twice: '{{parameter}} is given twice with different values',
  package_exists: 'A package with this name exists already',
  no_such_package: 'There is no such package',
  address_too_long: 'An address may be {{most}} KB long',
  password_common: 'This password is too common',
  ...CONDITION_PROBLEMS,
  ...PATTERN_FAULTS,
  ...INPUT_FAULTS,
});

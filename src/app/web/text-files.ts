import { RULE_TEXT_FILES } from 'virtual:rule-texts';
import type { ResourceKey } from 'i18next';

/**
 * Every text of every slice, loaded per language and namespace when first asked for. Rules have one file per language,
 * of which the build takes what everybody may read.
 */
export const TEXT_FILES = {
  ...import.meta.glob<{ default: ResourceKey }>('../../**/web/i18n/*.json'),
  ...RULE_TEXT_FILES,
};

import type { ResourceKey } from 'i18next';

/** Every text of every slice, loaded per language and namespace when first asked for. */
export const TEXT_FILES = import.meta.glob<{ default: ResourceKey }>('../../**/web/i18n/*.json');

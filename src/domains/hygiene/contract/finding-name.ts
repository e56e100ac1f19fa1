import { ERASED, type Section } from './terms.ts';

/**
 * A finding by its name in the reader's language, where it is one of ours: things, colours, categories. Names of marks,
 * persons and what was read stay as they are. `t` reads the texts of hygiene.
 */
export function findingName(
  t: (key: string, values: { defaultValue: string }) => string,
  section: Section,
  name: string,
): string {
  const defaultValue = name;
  if (section === 'moderation_labels') return t(`category_${name}`, { defaultValue });
  if (section === 'generic_labels' || section === 'demographics') return t(`label_${name}`, { defaultValue });
  return section === 'celebrity' && name === ERASED ? t('category_erased', { defaultValue }) : name;
}

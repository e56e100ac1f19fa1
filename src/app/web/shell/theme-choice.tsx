import { SegmentedControl, useMantineColorScheme } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { COLOR_SCHEMES } from '#platform/web/theme/color-scheme.ts';

/** Light, dark or as the system has it. */
export function ThemeChoice({ labelledBy }: { labelledBy: string }) {
  const { t } = useTranslation('shell');
  const { colorScheme, setColorScheme } = useMantineColorScheme({ keepTransitions: true });
  return (
    <SegmentedControl
      aria-labelledby={labelledBy}
      size="xs"
      value={colorScheme}
      onChange={(value) => setColorScheme(COLOR_SCHEMES.find((s) => s === value) ?? 'auto')}
      data={COLOR_SCHEMES.map((scheme) => ({ value: scheme, label: t(`theme_${scheme}`) }))}
    />
  );
}

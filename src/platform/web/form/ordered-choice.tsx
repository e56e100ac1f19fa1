import { ActionIcon, Group, Select } from '@mantine/core';
import IconArrowDown from '@tabler/icons-react/dist/esm/icons/IconArrowDown.mjs';
import IconArrowUp from '@tabler/icons-react/dist/esm/icons/IconArrowUp.mjs';
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs';
import { useTranslation } from 'react-i18next';
import styles from './ordered-choice.module.css';

interface Props {
  label: string;
  description?: string;
  options: readonly string[];
  value: readonly string[];
  onChange: (value: string[]) => void;
  error?: string | undefined;
}

/** Some of a list, in an order of one's own: moved by buttons, which every keyboard and every finger can reach. */
export function OrderedChoice({ label, description, options, value, onChange, error }: Props) {
  const { t } = useTranslation('ui');
  const move = (index: number, by: number): void => {
    const next = [...value];
    const [one] = next.splice(index, 1);
    if (one !== undefined) next.splice(index + by, 0, one);
    onChange(next);
  };
  return (
    <div className={styles.choice}>
      <Select
        label={label}
        description={description}
        placeholder={t('add_one')}
        data={options.filter((option) => !value.includes(option))}
        value={null}
        error={error}
        searchable
        onChange={(chosen) => chosen !== null && onChange([...value, chosen])}
      />
      <ol className={styles.list} aria-label={label}>
        {value.map((each, index) => (
          <li key={each}>
            <span>{each}</span>
            <Group gap={2} wrap="nowrap">
              <ActionIcon
                variant="subtle"
                color="gray"
                disabled={index === 0}
                aria-label={t('move_up', { what: each })}
                onClick={() => move(index, -1)}
              >
                <IconArrowUp size={15} aria-hidden />
              </ActionIcon>
              <ActionIcon
                variant="subtle"
                color="gray"
                disabled={index === value.length - 1}
                aria-label={t('move_down', { what: each })}
                onClick={() => move(index, 1)}
              >
                <IconArrowDown size={15} aria-hidden />
              </ActionIcon>
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={t('remove_one', { what: each })}
                onClick={() => onChange(value.filter((other) => other !== each))}
              >
                <IconX size={15} aria-hidden />
              </ActionIcon>
            </Group>
          </li>
        ))}
      </ol>
    </div>
  );
}

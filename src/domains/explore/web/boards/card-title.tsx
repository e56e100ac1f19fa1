import { useTranslation } from 'react-i18next';
import { cardTitle } from '#domains/explore/contract/board-endpoints.ts';
import { longest } from '#platform/web/form/text-limits.ts';
import { TextDialog } from './text-dialog.tsx';

interface Props {
  title: string;
  onSave: (title: string) => Promise<unknown>;
  onClose: () => void;
}

/** Another title for a card. */
export function CardTitle({ title, onSave, onClose }: Props) {
  const { t } = useTranslation('boards');
  return (
    <TextDialog
      title={t('card_title_of', { title })}
      label={t('card_title')}
      initial={title}
      longest={longest(cardTitle)}
      submit={t('rename')}
      onSubmit={onSave}
      onClose={onClose}
    />
  );
}

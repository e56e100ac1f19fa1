import { Button } from '@mantine/core';
import IconMailFast from '@tabler/icons-react/dist/esm/icons/IconMailFast.mjs';
import { type ComponentType, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ExploreQueryInput, KeptQuestionInput } from '#domains/explore/contract/explore-endpoints.ts';
import type { Ask } from './ask.ts';
import { titleOf } from './boards/card-address.ts';
import { useExploreWords } from './use-words.ts';

/** The form of a schedule, which belongs to reports: `src/app` hands it over. */
export interface SchedulePanelProps {
  opened: boolean;
  /** What the question is called until somebody says otherwise. */
  name: string;
  question: KeptQuestionInput;
  onClose: () => void;
}

interface Props {
  Panel: ComponentType<SchedulePanelProps>;
  ask: Ask;
  question: ExploreQueryInput;
}

/** Has the question of the page answered again and again, over days that move along. */
export function ScheduleQuestion({ Panel, ask, question }: Props) {
  const { t } = useTranslation('explore');
  const words = useExploreWords();
  const [opened, setOpened] = useState(false);
  // Loaded when first asked for, and kept then: a panel that closes is still seen going.
  const [wanted, setWanted] = useState(false);
  const open = (): void => {
    setWanted(true);
    setOpened(true);
  };
  return (
    <>
      <Button variant="default" leftSection={<IconMailFast size={16} aria-hidden />} onClick={open}>
        {t('schedule')}
      </Button>
      {wanted && (
        <Suspense fallback={null}>
          <Panel
            key={JSON.stringify(question)}
            opened={opened}
            name={titleOf(ask, words).slice(0, LONGEST_NAME)}
            question={withoutDays(question)}
            onClose={() => setOpened(false)}
          />
        </Suspense>
      )}
    </>
  );
}

/** Characters that the name of a schedule has at most. */
const LONGEST_NAME = 80;

function withoutDays(question: ExploreQueryInput): KeptQuestionInput {
  const { package_name: _name, fromDate: _from, toDate: _to, start_date: _start, end_date: _end, ...kept } = question;
  const { page: _page, limit: _limit, ...asked } = kept;
  return asked;
}

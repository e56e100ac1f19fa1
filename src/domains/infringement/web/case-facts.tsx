import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Fact, Facts } from '#platform/web/ui/facts.tsx';

interface Props {
  /** By the key of its name; what is empty is not known, and left out. */
  facts: readonly (readonly [name: string, value: string])[];
  children?: ReactNode;
}

/** What is known of a case, a line each. */
export function CaseFacts({ facts, children }: Props) {
  const { t } = useTranslation('infringement');
  return (
    <Facts>
      {facts
        .filter(([, value]) => value !== '')
        .map(([name, value]) => (
          <Fact key={name} name={t(name)}>
            {value}
          </Fact>
        ))}
      {children}
    </Facts>
  );
}

import type { Icon } from '@tabler/icons-react';
import IconAdjustments from '@tabler/icons-react/dist/esm/icons/IconAdjustments.mjs';
import IconAlertCircle from '@tabler/icons-react/dist/esm/icons/IconAlertCircle.mjs';
import IconBox from '@tabler/icons-react/dist/esm/icons/IconBox.mjs';
import IconHelp from '@tabler/icons-react/dist/esm/icons/IconHelp.mjs';
import IconLayoutDashboard from '@tabler/icons-react/dist/esm/icons/IconLayoutDashboard.mjs';
import IconListSearch from '@tabler/icons-react/dist/esm/icons/IconListSearch.mjs';
import IconSettings from '@tabler/icons-react/dist/esm/icons/IconSettings.mjs';
import IconUserSearch from '@tabler/icons-react/dist/esm/icons/IconUserSearch.mjs';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Line, LineGroup, ShownGroup } from './line.ts';
import styles from './palette.module.css';

const ICONS: Readonly<Record<LineGroup, Icon>> = {
  pages: IconLayoutDashboard,
  settings: IconSettings,
  packages: IconBox,
  names: IconUserSearch,
  events: IconListSearch,
  rules: IconAdjustments,
  reasons: IconAlertCircle,
  help: IconHelp,
};

interface Props {
  id: string;
  groups: readonly ShownGroup[];
  marked: Line | undefined;
  idOf: (list: string, line: Line) => string;
  onMark: (line: Line) => void;
  onGo: (line: Line) => void;
}

export function Lines({ id, groups, marked, idOf, onMark, onGo }: Props) {
  const { t } = useTranslation('palette');
  const list = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when another line is marked
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [marked?.id]);
  return (
    <div ref={list} id={id} role="listbox" aria-label={t('title')} className={styles.lines} tabIndex={-1}>
      {groups.map(({ group, lines }) => (
        // biome-ignore lint/a11y/useSemanticElements: a group of options is no fieldset
        <div key={group} role="group" aria-labelledby={`${id}-${group}`}>
          <p id={`${id}-${group}`} className={styles.group}>
            {t(`group_${group}`)}
          </p>
          {lines.map((line) => (
            <Option
              key={line.id}
              id={idOf(id, line)}
              line={line}
              marked={line === marked}
              onMark={onMark}
              onGo={onGo}
            />
          ))}
        </div>
      ))}
    </div>
  );
}

interface OptionProps {
  id: string;
  line: Line;
  marked: boolean;
  onMark: (line: Line) => void;
  onGo: (line: Line) => void;
}

function Option({ id, line, marked, onMark, onGo }: OptionProps) {
  const LineIcon = ICONS[line.group];
  return (
    // Keys are heard by the field, which keeps the focus.
    // biome-ignore lint/a11y/useKeyWithClickEvents: see above
    // biome-ignore lint/a11y/useFocusableInteractive: see above
    <div
      id={id}
      role="option"
      aria-selected={marked}
      className={styles.line}
      // Not when lines come to lie under a pointer that rests.
      onPointerMove={() => !marked && onMark(line)}
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => onGo(line)}
    >
      <LineIcon size={18} stroke={1.6} aria-hidden />
      <span className={styles.title}>{line.title}</span>
      <span className={styles.detail}>{line.detail}</span>
    </div>
  );
}

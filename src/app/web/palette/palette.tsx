import IconSearch from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs';
import { type KeyboardEvent, Suspense, useCallback, useEffect, useId, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { searchText } from '#platform/contract/search-text.ts';
import { longest } from '#platform/web/form/text-limits.ts';
import { isPressed } from '#platform/web/keys/shortcuts.ts';
import { useErrorText } from '#platform/web/ui/error-text.ts';
import { useSearchFor } from '../shell/kept-search.ts';
import type { MenuGroup } from '../shell/menu-groups.ts';
import { TopDialog } from '../shell/top-dialog.tsx';
import { HelpLines } from './help-lines.tsx';
import { type Line, shownGroups } from './line.ts';
import { Lines } from './lines.tsx';
import styles from './palette.module.css';
import { useFoundLines } from './use-found-lines.ts';
import { useMark } from './use-mark.ts';
import { usePageLines } from './use-page-lines.ts';

interface Props {
  groups: readonly MenuGroup[];
  routes: readonly string[];
  onClose: () => void;
  onKeys: () => void;
}

/** Ctrl+K: whatever has a name, found by it. */
export function Palette({ onClose, ...known }: Props) {
  const { t } = useTranslation('palette');
  return (
    <TopDialog label={t('title')} className={styles.palette ?? ''} onClose={onClose}>
      <Finder onClose={onClose} {...known} />
    </TopDialog>
  );
}

/** What is known of the question so far; `waiting` while more may come. */
function useLines(text: string, { groups, routes, onKeys }: Omit<Props, 'onClose'>) {
  const pages = usePageLines({ groups, routes, onKeys });
  const found = useFoundLines(text, routes);
  const [help, setHelp] = useState<readonly Line[]>();
  const wantsHelp = text.trim() !== '';
  const shown = useMemo(
    () => shownGroups([...pages, ...found.lines, ...((wantsHelp && help) || [])], text),
    [pages, found.lines, help, wantsHelp, text],
  );
  return { ...found, shown, setHelp, wantsHelp, waiting: found.waiting || (wantsHelp && help === undefined) };
}

function Finder({ onClose, ...known }: Props) {
  const { t } = useTranslation('palette');
  const [text, setText] = useState('');
  const { shown, setHelp, wantsHelp, waiting, failed, retry, incomplete } = useLines(text, known);
  const lines = useMemo(() => shown.flatMap((each) => each.lines), [shown]);
  const mark = useMark(lines, text);
  const go = useGo(onClose);
  const list = useId();
  const { marked } = mark;
  // Enter came before the first line did: then it goes there as soon as there is one.
  const hurried = useRef('');
  useEffect(() => {
    if (hurried.current === text && marked && text !== '') go(marked);
  }, [marked, text, go]);
  const onKeyDown = (event: KeyboardEvent): void => {
    // Enter and arrows choose among what the input method of the reader's language offers.
    if (event.nativeEvent.isComposing) return;
    if (isPressed(event, 'find_next')) mark.step(1);
    else if (isPressed(event, 'find_previous')) mark.step(-1);
    else if (!isPressed(event, 'find_go')) return;
    else if (marked) go(marked);
    else if (waiting) hurried.current = text;
    event.preventDefault();
  };
  const open = lines.length > 0;
  return (
    <>
      <div className={styles.field}>
        <IconSearch size={18} aria-hidden />
        <input
          type="text"
          role="combobox"
          autoComplete="off"
          spellCheck={false}
          aria-label={t('title')}
          aria-autocomplete="list"
          aria-expanded={open}
          aria-controls={open ? list : undefined}
          aria-activedescendant={marked && idOf(list, marked)}
          placeholder={t('placeholder')}
          maxLength={longest(searchText)}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={onKeyDown}
          data-mantine-stop-propagation="true"
        />
        {waiting && <span className={styles.busy} data-busy aria-hidden="true" />}
      </div>
      {open && <Lines id={list} groups={shown} marked={marked} idOf={idOf} onMark={mark.set} onGo={go} />}
      <Said count={lines.length} asked={text.trim() !== ''} waiting={waiting} incomplete={incomplete} />
      {failed ? <Failed error={failed} onRetry={retry} /> : null}
      <Footer />
      {wantsHelp && (
        <Suspense>
          <HelpLines onLines={setHelp} />
        </Suspense>
      )}
    </>
  );
}

const idOf = (list: string, line: Line): string =>
  `${list}-${line.id.replace(/[^\w-]/g, (sign) => `_${sign.charCodeAt(0)}`)}`;

/** Closes first: what is gone to takes the focus, or the place it came from does. */
function useGo(onClose: () => void): (line: Line) => void {
  const navigate = useNavigate();
  const search = useSearchFor();
  return useCallback(
    ({ to }) => {
      onClose();
      if (typeof to === 'function') {
        to();
        return;
      }
      const [path = '', own = ''] = to.split('?');
      const kept = new URLSearchParams(search('/'));
      const wanted = new URLSearchParams(own);
      for (const name of new Set(wanted.keys())) {
        kept.delete(name);
        for (const value of wanted.getAll(name)) kept.append(name, value);
      }
      // A page of the menu takes the filters along where it has the same ones; what names its own does not.
      const params = own === '' ? search(path) : `?${kept}`;
      void navigate(`${path}${params}`);
    },
    [navigate, search, onClose],
  );
}

interface SaidProps {
  count: number;
  asked: boolean;
  waiting: boolean;
  incomplete: boolean;
}

/** How much was found, read out when it changes; shown only where there is nothing else. */
function Said({ count, asked, waiting, incomplete }: SaidProps) {
  const { t } = useTranslation('palette');
  const none = asked && count === 0 && !waiting;
  return (
    <>
      <p role="status" className={count === 0 && asked ? styles.nothing : 'visually-hidden'}>
        {none ? t('none') : waiting ? t('waiting') : asked ? t('found', { count }) : ''}
      </p>
      {none && <p className={styles.hint}>{t('none_hint')}</p>}
      {incomplete && <p className={styles.hint}>{t('incomplete')}</p>}
    </>
  );
}

function Failed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { t } = useTranslation(['palette', 'ui']);
  const textOf = useErrorText();
  return (
    <p role="alert" className={styles.failed}>
      {t('palette:failed', { reason: textOf(error) })}
      <button type="button" onClick={onRetry}>
        {t('ui:retry')}
      </button>
    </p>
  );
}

function Footer() {
  const { t } = useTranslation('palette');
  return (
    <p className={styles.footer} aria-hidden="true">
      <span>
        <kbd>↑</kbd> <kbd>↓</kbd> {t('key_step')}
      </span>
      <span>
        <kbd>↵</kbd> {t('key_go')}
      </span>
      <span>
        <kbd>{t('key_Escape')}</kbd> {t('key_close')}
      </span>
    </p>
  );
}

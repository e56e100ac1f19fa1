import {
  createContext,
  type FormEvent,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';

type Mark = (field: string, typed: boolean) => void;
const Typed = createContext<Mark | undefined>(undefined);

/** A field that keeps what is typed to itself for a while says so: closing what it stands in would lose it. */
export function useTyped(typed: boolean): void {
  const mark = useContext(Typed);
  const id = useId();
  useEffect(() => {
    mark?.(id, typed);
    return () => mark?.(id, false);
  }, [mark, id, typed]);
}

/** Whatever was typed anywhere inside. */
const ANY = 'any';

interface Options {
  opened: boolean;
  onClose: () => void;
  /** What it is about: another one begins with nothing typed. */
  of?: string | undefined;
  /** What is typed goes on by itself when a field is left; only what fields say of themselves would be lost. */
  live?: boolean | undefined;
}

/**
 * Asks before a drawer or dialog closes over what was typed in it, by Escape, a click beside it or its cross. What was
 * sent counts as typed no more.
 */
export function useTypedGuard({ opened, onClose, of, live = false }: Options) {
  const typed = useRef(new Set<string>());
  const [asking, setAsking] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: begins anew with each of them
  useEffect(() => {
    typed.current.delete(ANY);
    setAsking(false);
  }, [opened, of]);
  const mark = useCallback<Mark>((field, is) => {
    if (is) typed.current.add(field);
    else typed.current.delete(field);
  }, []);
  const onInput = ({ target }: FormEvent): void => {
    if (!live && !(target instanceof HTMLInputElement && target.type === 'search')) mark(ANY, true);
  };
  const watched = (children: ReactNode) => (
    <Typed value={mark}>
      <div style={{ display: 'contents' }} onInput={onInput} onSubmit={() => mark(ANY, false)}>
        {children}
      </div>
    </Typed>
  );
  // While it asks, Escape answers the question and closes nothing below.
  const close = (): void => {
    if (asking) return;
    // After this key press and not in it: the question listens for Escape too and would take the same one for its answer.
    if (typed.current.size > 0) setTimeout(setAsking, 0, true);
    else onClose();
  };
  const question = <Question opened={asking} onDiscard={onClose} onClose={() => setAsking(false)} />;
  return { close, watched, question };
}

function Question({ opened, onDiscard, onClose }: { opened: boolean; onDiscard: () => void; onClose: () => void }) {
  const { t } = useTranslation('ui');
  const discard = (): void => {
    onClose();
    onDiscard();
  };
  return (
    <ConfirmDialog
      opened={opened}
      title={t('typed_title')}
      confirm={t('typed_discard')}
      onConfirm={discard}
      onClose={onClose}
    >
      {t('typed_why')}
    </ConfirmDialog>
  );
}

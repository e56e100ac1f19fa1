import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';

const TYPING_MS = 200;

/** What is typed, and the same a moment later in the address, so that a search can be sent to somebody. */
export function useQuestion(): { text: string; setText: (text: string) => void; question: string } {
  const [params, setParams] = useSearchParams();
  const [text, setText] = useState(() => params.get('q') ?? '');
  const [typed] = useDebouncedValue(text, TYPING_MS);
  const question = typed.trim();
  const asked = params.get('q') ?? '';
  useEffect(() => {
    if (asked === question) return;
    setParams(
      (current) => {
        const next = new URLSearchParams(current);
        if (question === '') next.delete('q');
        else next.set('q', question);
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  }, [asked, question, setParams]);
  return { text, setText, question };
}

import { Button, FileButton, Group } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DisputeLine } from '#domains/disputes/contract/dispute.ts';
import { MOST_FILES } from '#domains/disputes/contract/dispute-endpoints.ts';
import { bytesText } from '#platform/contract/bytes-text.ts';
import { visibleText } from '#platform/contract/visible-text.ts';
import screen from '#platform/web/layout/screen.module.css';
import { useDownloads } from '#platform/web/ui/use-downloads.ts';
import { useClaimWords } from './claim-words.ts';
import styles from './disputes.module.css';
import { ObjectForm } from './object-form.tsx';
import { SaidForm } from './said-form.tsx';
import { useSend } from './use-send.ts';
import type { ClaimProps, Deciding, Ways } from './ways.ts';

type Props = ClaimProps & { line: DisputeLine };

/** A line: what is claimed, what the publisher says of it, and what became of it. */
export function ClaimLine({ line, view, zone, ways, deciding }: Props) {
  const { t, format, nameOf, lineAmount, stateOf } = useClaimWords();
  const name = nameOf(line);
  const mayAnswer = view.may_answer && line.answer === null;
  const mayDecide = deciding !== undefined && line.answer === 'objected' && line.decision === null;
  const mayAttach = view.ends_at > new Date().toISOString() && line.answer === 'objected' && line.decision === null;
  return (
    <li className={styles.line} data-state={line.decision ?? line.answer ?? 'open'}>
      <div className={styles.lineHead}>
        <h4>
          <span className={styles.number}>{line.line}</span> {name}
        </h4>
        <span className={styles.badge}>{stateOf(line)}</span>
      </div>
      <p className={screen.note}>{t('line_claims', { n: format.number(line.units), amount: lineAmount(line) })}</p>
      {line.answer !== null && (
        <div className={styles.quote}>
          {line.text !== '' && <p>{line.text}</p>}
          <p className={screen.note}>
            {t(`said_${line.answer}`, {
              who: visibleText(line.answered_by),
              when: format.moment(line.answered_at ?? '', zone),
            })}
          </p>
          <Files line={line} ways={ways} mayAttach={mayAttach && deciding === undefined} />
        </div>
      )}
      {line.decision !== null && (
        <div className={styles.quote}>
          <p>{line.reason}</p>
          <p className={screen.note}>
            {t(`said_${line.decision}`, {
              who: line.decided_by === '' ? t('other_side') : visibleText(line.decided_by),
              when: format.moment(line.decided_at ?? '', zone),
            })}
            {line.events !== null && ` ${t('marked_clean', { n: format.number(line.events) })}`}
          </p>
        </div>
      )}
      {mayAnswer && <Answering line={line} ways={ways} name={name} />}
      {mayDecide && <DecidingOn line={line} deciding={deciding} name={name} />}
    </li>
  );
}

function Files({ line, ways, mayAttach }: { line: DisputeLine; ways: Ways; mayAttach: boolean }) {
  const { t, i18n } = useTranslation('disputes');
  const { save } = useDownloads();
  const attach = useSend(
    (file: File) => ways.attach(line.line, file),
    () => undefined,
  );
  return (
    <>
      {line.files.map(({ id, file_name: name, bytes }) => (
        <Button key={id} size="compact-sm" variant="subtle" onClick={() => save(() => ways.file(id, name))}>
          {visibleText(name)} · {bytesText(i18n.language, bytes)}
        </Button>
      ))}
      {mayAttach && line.files.length < MOST_FILES && (
        <FileButton
          onChange={(file) => file && attach.send(file)}
          inputProps={{ 'aria-label': t('file_add_to', { n: line.line }) }}
        >
          {(props) => (
            <Button
              {...props}
              size="compact-sm"
              variant="default"
              loading={attach.busy}
              disabled={ways.missing !== undefined}
            >
              {t('file_add')}
            </Button>
          )}
        </FileButton>
      )}
      {attach.failure && (
        <p className={screen.fault} role="alert">
          {attach.failure}
        </p>
      )}
    </>
  );
}

function Answering({ line, ways, name }: { line: DisputeLine; ways: Ways; name: string }) {
  const { t } = useTranslation('disputes');
  const [objecting, setObjecting] = useState(false);
  const accept = useSend(
    () => ways.answer([{ line: line.line, answer: 'accepted', text: '' }]),
    () => undefined,
  );
  if (objecting) return <ObjectForm line={line} ways={ways} onDone={() => setObjecting(false)} />;
  return (
    <>
      <Group gap="xs" mt="xs">
        <Button
          size="compact-md"
          variant="default"
          loading={accept.busy}
          disabled={ways.missing !== undefined}
          aria-label={t('accept_of', { name })}
          onClick={() => accept.send(undefined)}
        >
          {t('accept')}
        </Button>
        <Button
          size="compact-md"
          variant="default"
          disabled={ways.missing !== undefined}
          aria-label={t('object_of', { name })}
          onClick={() => setObjecting(true)}
        >
          {t('object')}
        </Button>
      </Group>
      {accept.failure && (
        <p className={screen.fault} role="alert">
          {accept.failure}
        </p>
      )}
    </>
  );
}

function DecidingOn({ line, deciding, name }: { line: DisputeLine; deciding: Deciding; name: string }) {
  const { t, format } = useClaimWords();
  const [what, setWhat] = useState<keyof Deciding>();
  const decide = useSend(
    (reason: string) => (what === undefined ? Promise.resolve() : deciding[what](line.line, reason)),
    () => setWhat(undefined),
  );
  if (what !== undefined)
    return (
      <SaidForm
        key={what}
        label={t(what === 'insist' ? 'insist_why' : 'take_back_why')}
        hint={what === 'insist' ? t('insist_hint') : t('take_back_hint', { n: format.number(line.units) })}
        submit={t(what === 'insist' ? 'insist' : 'take_back')}
        most={500}
        busy={decide.busy}
        failure={decide.failure}
        onSend={decide.send}
        onCancel={() => setWhat(undefined)}
      />
    );
  return (
    <Group gap="xs" mt="xs">
      <Button
        size="compact-md"
        variant="default"
        aria-label={t('insist_of', { name })}
        onClick={() => setWhat('insist')}
      >
        {t('insist')}
      </Button>
      <Button
        size="compact-md"
        variant="default"
        aria-label={t('take_back_of', { name })}
        onClick={() => setWhat('takeBack')}
      >
        {t('take_back')}
      </Button>
    </Group>
  );
}

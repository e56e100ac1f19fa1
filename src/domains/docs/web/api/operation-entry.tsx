import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { PERMISSIONS } from '#platform/contract/roles.ts';
import { CopyButton } from '#platform/web/ui/copy-button.tsx';
import styles from '../docs.module.css';
import { Facts } from '../term.tsx';
import own from './api.module.css';
import { curlOf, type Known } from './curl.ts';
import type { Operation, Parameter, Resolve } from './read-api.ts';
import { shapeText } from './shape-text.ts';

interface Props {
  operation: Operation;
  resolve: Resolve;
  opened: boolean;
}

/** One call: a line that opens to its parameters, its answer and a line for the terminal. */
export function OperationEntry({ operation, resolve, opened }: Props) {
  const { t } = useTranslation('docs');
  const [open, setOpen] = useState(opened);
  const { method, path, summary, deprecated } = operation;
  return (
    <details className={own.operation} open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary data-deprecated={deprecated || undefined}>
        <span className={own.method} data-method={method}>
          {method}
        </span>
        <code>{path}</code>
        <span lang="en">{summary}</span>
        {deprecated && <span className={styles.kind}>{t('deprecated')}</span>}
      </summary>
      {open && <Details operation={operation} resolve={resolve} />}
    </details>
  );
}

/** Package and days of the address fill the example. */
function useKnown(): Known {
  const [params] = useSearchParams();
  const pairs = [
    ['package_name', params.get('package')],
    ['fromDate', params.get('from')],
    ['toDate', params.get('to')],
  ] as const;
  return Object.fromEntries(pairs.flatMap(([name, value]) => (value === null ? [] : [[name, value]])));
}

function Details({ operation, resolve }: Omit<Props, 'opened'>) {
  const { t } = useTranslation('docs');
  const { access, parameters, body, answer } = operation;
  const curl = curlOf(operation, location.origin, useKnown());
  const permission = Object.entries(PERMISSIONS).find(([name]) => name === access)?.[1];
  return (
    <div className={own.details}>
      <Facts
        rows={[
          [
            t('access'),
            permission ? (
              <span key="access">
                <code>{access}</code> <span lang="en">{permission}</span>
              </span>
            ) : (
              t(`access_${access}`)
            ),
          ],
        ]}
      />
      <Code title="curl" text={curl} copy={t('copy_curl')} />
      {parameters.length > 0 && <Parameters parameters={parameters} resolve={resolve} />}
      {body && <Code title={`${t('body')} · ${body.mediaType}`} text={shapeText(body.schema, resolve)} />}
      <Code title={t('answer')} text={answer === undefined ? t('answer_file') : shapeText(answer, resolve)} />
    </div>
  );
}

function Parameters({ parameters, resolve }: { parameters: readonly Parameter[]; resolve: Resolve }) {
  const { t } = useTranslation('docs');
  return (
    <details className={styles.more} open={parameters.length <= 8}>
      <summary>{t('parameters', { count: parameters.length })}</summary>
      <div className={styles.scroll}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('name')}</th>
              <th scope="col">{t('place')}</th>
              <th scope="col">{t('type')}</th>
            </tr>
          </thead>
          <tbody>
            {parameters.map((one) => (
              <tr key={`${one.in} ${one.name}`}>
                <th scope="row">
                  <code>{one.name}</code> {one.required && <span className={styles.kind}>{t('required')}</span>}
                </th>
                <td>{t(`in_${one.in}`, { defaultValue: one.in })}</td>
                <td>
                  <code>{shapeText(one.schema, resolve)}</code>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}

function Code({ title, text, copy }: { title: string; text: string; copy?: string }) {
  return (
    <div>
      <h3 className={styles.subheading}>{title}</h3>
      <div className={styles.commands}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long lines scroll, and the keyboard must reach them */}
        <pre tabIndex={0}>{text}</pre>
        {copy && <CopyButton value={text} label={copy} />}
      </div>
    </div>
  );
}

import { useState } from 'react';
import type { DisputeLine } from '#domains/disputes/contract/dispute.ts';
import { FILE_MB, MOST_FILES } from '#domains/disputes/contract/dispute-endpoints.ts';
import { FileField } from '#platform/web/form/file-field.tsx';
import { useClaimWords } from './claim-words.ts';
import { SaidForm } from './said-form.tsx';
import { useSend } from './use-send.ts';
import type { Ways } from './ways.ts';

/** Why a line is objected to, with files that show it. */
export function ObjectForm({ line, ways, onDone }: { line: DisputeLine; ways: Ways; onDone: () => void }) {
  const { t } = useClaimWords();
  const [files, setFiles] = useState<File[]>([]);
  const object = useSend(async (text: string) => {
    await ways.answer([{ line: line.line, answer: 'objected', text }]);
    for (const file of files) await ways.attach(line.line, file);
  }, onDone);
  return (
    <SaidForm
      label={t('object_why')}
      hint={t('object_hint')}
      submit={t('object')}
      most={2000}
      busy={object.busy}
      failure={object.failure}
      onSend={object.send}
      onCancel={onDone}
    >
      <FileField
        label={t('files')}
        description={t('files_hint', { n: MOST_FILES, mb: FILE_MB })}
        placeholder={t('files_choose')}
        value={files}
        onChange={(chosen) => setFiles(chosen.slice(0, MOST_FILES))}
        multiple
      />
    </SaidForm>
  );
}

import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { roleMay } from '#platform/contract/roles.ts';
import { call, query } from '#platform/web/api/call.ts';
import { useFormat } from '#platform/web/i18n/format.ts';
import { currentUser } from '#platform/web/session/user.ts';
import { ConfirmDialog } from '#platform/web/ui/confirm-dialog.tsx';
import { useErrorText } from '#platform/web/ui/error-text.ts';
import { notify } from '#platform/web/ui/notify.ts';
import { type LoadedList, lists } from '#traffic/lists/contract/lists-endpoints.ts';
import styles from './docs.module.css';
import { Facts } from './term.tsx';

/** Whether the reader may see and change the lists of this installation. */
export function useListRights(): { read: boolean; write: boolean } {
  const user = currentUser();
  const role = user ? user.role : '';
  return { read: roleMay(role, 'server.read'), write: roleMay(role, 'server.write') };
}

export const useLoadedLists = () => useQuery({ ...query(lists.loaded, {}), enabled: useListRights().read });

/** What the newest version of an operator's list changed, and the older ones that can be put back. */
export function ListVersions({ list, title }: { list: LoadedList; title: string }) {
  const { t } = useTranslation('docs');
  const format = useFormat();
  const errorText = useErrorText();
  const client = useQueryClient();
  const { write } = useListRights();
  const [wanted, setWanted] = useState<number | null>(null);
  const back = useMutation({
    mutationFn: (version: number) => call(lists.rollBack, { body: { id: list.id, version } }),
    onSuccess: ({ data }) => {
      setWanted(null);
      void client.invalidateQueries();
      notify('done', t('list_rolled_back', { list: title, version: data.version }));
    },
  });
  const inForce = list.versions.find(({ version }) => version === list.version);
  const words = (version: LoadedList['versions'][number]) =>
    t('list_version', {
      version: version.version,
      date: format.day(version.date),
      entries: format.number(version.entries),
    });
  return (
    <>
      <Facts
        rows={[
          [t('list_diff'), inForce && <DiffCounts diff={inForce.diff} />],
          [t('list_added'), inForce?.diff.addedSample.join(', ')],
          [t('list_removed'), inForce?.diff.removedSample.join(', ')],
          [
            t('list_versions'),
            list.versions.map((version) => (
              <span key={version.version} className={styles.line}>
                {version.version === list.version ? <b>{words(version)}</b> : words(version)}{' '}
                {write && version.version !== list.version && (
                  <Button size="compact-xs" variant="default" onClick={() => setWanted(version.version)}>
                    {t('list_roll_back', { version: version.version })}
                  </Button>
                )}
              </span>
            )),
          ],
        ]}
      />
      <ConfirmDialog
        opened={wanted !== null}
        title={t('list_roll_back', { version: wanted ?? 0 })}
        confirm={t('list_roll_back', { version: wanted ?? 0 })}
        danger={false}
        busy={back.isPending}
        failure={back.error ? errorText(back.error) : undefined}
        onClose={() => setWanted(null)}
        onConfirm={() => wanted !== null && back.mutate(wanted)}
      >
        {t('list_takes_effect')}
      </ConfirmDialog>
    </>
  );
}

function DiffCounts({ diff }: { diff: LoadedList['versions'][number]['diff'] }) {
  const { t } = useTranslation('docs');
  const format = useFormat();
  return t('list_diff_counts', { added: format.number(diff.added), removed: format.number(diff.removed) });
}

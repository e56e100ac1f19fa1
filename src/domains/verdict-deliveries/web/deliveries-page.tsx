import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type DestinationView, deliveryEndpoints } from '#domains/verdict-deliveries/contract/endpoints.ts';
import { query } from '#platform/web/api/call.ts';
import screen from '#platform/web/layout/screen.module.css';
import { useSelection } from '#platform/web/layout/selection.tsx';
import { AddButton } from '#platform/web/list/add-button.tsx';
import { userMay } from '#platform/web/session/user-may.ts';
import { DataTable } from '#platform/web/table/data-table.tsx';
import { pageOfList } from '#platform/web/table/page-of-list.ts';
import { SidePanel } from '#platform/web/ui/side-panel.tsx';
import styles from './deliveries.module.css';
import { DeliveryLog } from './delivery-log.tsx';
import { DestinationForm, Secret } from './destination-form.tsx';
import { useActions } from './use-actions.tsx';
import { useColumns } from './use-columns.ts';

const POLL_MS = 10_000;

/** Another package has other destinations: nothing half done may cross over. */
export function DeliveriesPage() {
  const { pkg } = useSelection();
  return <Destinations key={pkg.package_name} />;
}

/** Where verdicts of the package are sent, and the log of one of them. */
function Destinations() {
  const { t } = useTranslation('deliveries');
  const { pkg } = useSelection();
  const [opened, setOpened] = useState<'new' | { id: number } | { secret: string }>();
  const [logged, setLogged] = useState<number>();
  const list = useQuery({
    ...query(deliveryEndpoints.list, { query: { package_name: pkg.package_name } }),
    // What waits and what failed changes by itself.
    refetchInterval: POLL_MS,
  });
  const rows = list.data?.data ?? [];
  const of = (id: number | undefined): DestinationView | undefined => rows.find((row) => row.id === id);
  const edited = opened !== undefined && opened !== 'new' && 'id' in opened ? of(opened.id) : undefined;
  const shown = of(logged);
  const close = () => setOpened(undefined);
  const { actionsOf, dialogs } = useActions({
    onEdit: ({ id }) => setOpened({ id }),
    onLog: ({ id }) => setLogged(id),
    onSecret: (secret) => setOpened({ secret }),
  });
  const columns = useColumns(actionsOf);
  const add = userMay('rules.write') && <AddButton onClick={() => setOpened('new')}>{t('add')}</AddButton>;
  return (
    <div className={screen.page}>
      <div className={screen.head}>
        <p>{t('lead', { package: pkg.package_title })}</p>
        {rows.length > 0 && add}
      </div>
      {rows
        .filter(({ stopped }) => stopped === 'failing' || stopped === 'gone')
        .map(({ id, name, stopped }) => (
          <p key={id} className={styles.fault} role="status">
            {t(`stopped_${stopped}`, { name })}
          </p>
        ))}
      <DataTable
        id="verdict-destinations"
        caption={t('caption', { zone: pkg.time_zone })}
        columns={columns}
        rowKey={({ id }) => String(id)}
        {...pageOfList(list)}
        empty={{ why: t('none'), action: add }}
        onOpen={({ id }) => setLogged(id)}
      />
      {shown && <DeliveryLog key={shown.id} destination={shown} onClose={() => setLogged(undefined)} />}
      <SidePanel opened={opened !== undefined} title={edited?.name ?? t('add')} onClose={close} stays>
        {opened === 'new' && <DestinationForm onDone={close} />}
        {edited && <DestinationForm key={edited.id} stored={edited} onDone={close} />}
        {opened !== undefined && opened !== 'new' && 'secret' in opened && (
          <Secret secret={opened.secret} onDone={close} />
        )}
      </SidePanel>
      {dialogs}
    </div>
  );
}

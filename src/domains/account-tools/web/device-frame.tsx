import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { frameEndpoints } from '#domains/account-tools/contract/frames.ts';
import { call } from '#platform/web/api/call.ts';
import { useFormat } from '#platform/web/i18n/format.ts';
import { useErrorText } from '#platform/web/ui/error-text.ts';
import styles from './frames.module.css';
import { readDevice } from './read-device.ts';

/** Told to the page around the frame once the browser is recorded. */
export const DEVICE_RECORDED = 'device-recorded';

/** What stands in the frame: the id of this browser, for whoever is signed in here. */
export function DeviceFrame({ packageName, zone }: { packageName: string; zone: string }) {
  const { t } = useTranslation('account-tools');
  const format = useFormat();
  const errorText = useErrorText();
  const device = useQuery({
    queryKey: ['device', packageName],
    queryFn: async () =>
      (await call(frameEndpoints.device, { body: { package_name: packageName, ...(await readDevice()) } })).data,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  const recorded = device.data !== undefined;
  useEffect(() => {
    if (recorded) parent.postMessage(DEVICE_RECORDED, location.origin);
  }, [recorded]);
  if (device.error)
    return (
      <main className={styles.within}>
        <p role="alert">{errorText(device.error)}</p>
      </main>
    );
  if (!device.data) return <main className={styles.within} role="status" aria-busy aria-label={t('loading')} />;
  const { visitor_id, confidence, seen_count, first_seen, risks } = device.data;
  return (
    <main className={styles.within}>
      <strong>{t('device_id')}</strong>
      <p className={styles.id} data-device-id>
        {visitor_id}
      </p>
      <p>{t('device_seen', { count: seen_count, at: format.dateTime(first_seen, zone) })}</p>
      <p>{t('device_confidence', { share: format.percent(confidence) })}</p>
      <p>{risks.length === 0 ? t('nothing_found') : risks.map((risk) => t(`risk_${risk}`)).join(', ')}</p>
    </main>
  );
}

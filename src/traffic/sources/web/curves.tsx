import { useTranslation } from 'react-i18next';
import { useFormat } from '#platform/web/i18n/format.ts';
import { useSelection } from '#platform/web/layout/selection.tsx';
import type { Column } from '#platform/web/table/column.ts';
import { DataTable } from '#platform/web/table/data-table.tsx';
import { CardFrame } from '#platform/web/ui/card-frame.tsx';
import type { PublisherProfile } from '#traffic/sources/contract/source-endpoints.ts';
import { useBinWords } from './bin-words.ts';
import { Distribution } from './distribution.tsx';
import { isOfClicks } from './facts-of-kind.ts';
import styles from './publisher.module.css';

const HEIGHT = 270;
const PLOT = 218;

/** When its installs follow the click, and at which hours its events come, over the rest of the package. */
export function Curves({ profile }: { profile: PublisherProfile }) {
  const { t } = useTranslation('publisher');
  const format = useFormat();
  const times = useBinWords();
  const { ctit, hours } = profile;
  const { pkg } = useSelection();
  // A site has no installs, they are not of visits, and an empty card would say nothing of it.
  const installs = isOfClicks(profile.kind) && (pkg.platform === 'app' || ctit.installs > 0);
  return (
    <div className={styles.two}>
      {installs && (
        <Curve
          id="ctit"
          title={t('ctit')}
          definition={t('ctit_hint')}
          caption={t('installs', { n: format.number(ctit.installs) })}
          bins={times}
          own={ctit.own}
          base={ctit.baseline}
          baseName={t('clean_others')}
          empty={t('no_ctit')}
          head={t('from_click')}
        />
      )}
      <Curve
        id="hours"
        title={t('hours')}
        definition={t('hours_hint')}
        caption={profile.time_zone}
        bins={Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, '0')}:00`)}
        own={hours.own}
        base={hours.baseline}
        baseName={t('other_publishers')}
        empty={t('nothing')}
        head={t('hour')}
      />
    </div>
  );
}

interface CurveProps {
  id: string;
  title: string;
  definition: string;
  caption: string;
  bins: readonly string[];
  own: readonly number[] | null;
  base: readonly number[] | null;
  baseName: string;
  empty: string;
  head: string;
}

function Curve({ id, title, definition, caption, bins, own, base, baseName, empty, head }: CurveProps) {
  const { t } = useTranslation('publisher');
  const columns: Column[] = [
    { id: 'bin', header: head, kind: 'text', sortable: false },
    { id: 'own', header: t('this_publisher'), kind: 'percent' },
    ...(base ? [{ id: 'base', header: baseName, kind: 'percent' as const }] : []),
  ];
  const rows = bins.map((bin, at) => ({ bin, own: own?.[at] ?? null, base: base?.[at] ?? null }));
  return (
    <CardFrame
      title={title}
      definition={definition}
      caption={caption}
      state={own ? 'ready' : 'empty'}
      empty={{ why: empty }}
      height={HEIGHT}
      table={
        <DataTable
          id={`publisher-${id}`}
          caption={title}
          columns={columns}
          rows={rows}
          rowKey={({ bin }) => bin}
          density="compact"
          maxHeight={HEIGHT - 50}
        />
      }
    >
      {own && (
        <Distribution
          label={title}
          bins={bins}
          own={own}
          base={base}
          ownName={t('this_publisher')}
          baseName={baseName}
          height={PLOT}
        />
      )}
    </CardFrame>
  );
}

import { Button, Menu } from '@mantine/core';
import IconPackages from '@tabler/icons-react/dist/esm/icons/IconPackages.mjs';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { saveAs } from '#platform/web/api/files.ts';
import { useSelection } from '#platform/web/layout/selection.tsx';
import { notify } from '#platform/web/ui/notify.ts';
import type { RuleView } from '#traffic/rule-sets/contract/rule-endpoints.ts';
import { MOST_PACK_BYTES, type RulePack } from '#traffic/rule-sets/contract/rule-pack.ts';
import type { DraftEdits } from '../use-draft.ts';
import { packOf, readPack, SHIPPED, shippedPack, withPack } from './rule-packs.ts';

interface Props {
  rules: readonly RuleView[];
  edits: DraftEdits;
  mayEdit: boolean;
  /** A pack lies in the draft: what it would do is looked at next. */
  onLoaded: () => void;
}

/** Rules as a file, and from one: shipped packs, another package's, or a copy of these. */
export function PacksMenu({ rules, edits, mayEdit, onLoaded }: Props) {
  const { t } = useTranslation('rules');
  const { pkg } = useSelection();
  const input = useRef<HTMLInputElement>(null);
  const load = (pack: RulePack): void => {
    const { draft, unknown } = withPack(edits.draft, pack, rules);
    edits.replace(draft);
    if (unknown.length > 0) notify('info', t('pack_unknown', { count: unknown.length, names: unknown.join(', ') }));
    onLoaded();
  };
  const read = async (file: File): Promise<void> => {
    const pack = file.size > MOST_PACK_BYTES ? 'no_pack' : readPack(await file.text());
    if (typeof pack === 'string') notify('failed', t(`pack_${pack}`, { name: file.name }));
    else load(pack);
  };
  const save = (): void => {
    const pack = packOf(edits.draft, rules, t('pack_title', { package: pkg.package_title }));
    const text = `${JSON.stringify(pack, null, 2)}\n`;
    saveAs(new Blob([text], { type: 'application/json' }), `${pkg.package_name}.rules.json`);
  };
  return (
    <>
      <Menu position="bottom-end" withinPortal shadow="md" width={320}>
        <Menu.Target>
          <Button variant="default" leftSection={<IconPackages size={16} aria-hidden />}>
            {t('packs')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {mayEdit && (
            <>
              {SHIPPED.map((name) => (
                <Menu.Item key={name} onClick={() => load(shippedPack(name, rules, name))}>
                  <strong>{t(`pack_${name}`)}</strong>
                  <br />
                  {t(`pack_${name}_hint`)}
                </Menu.Item>
              ))}
              <Menu.Divider />
              <Menu.Item onClick={() => input.current?.click()}>{t('pack_load')}</Menu.Item>
            </>
          )}
          <Menu.Item onClick={save}>{t('pack_save')}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <input
        ref={input}
        type="file"
        accept="application/json,.json"
        hidden
        aria-label={t('pack_load')}
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? [];
          event.currentTarget.value = '';
          if (file) void read(file);
        }}
      />
    </>
  );
}

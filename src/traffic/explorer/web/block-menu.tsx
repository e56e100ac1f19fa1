import { Button, Menu } from '@mantine/core';
import IconBan from '@tabler/icons-react/dist/esm/icons/IconBan.mjs';
import { useTranslation } from 'react-i18next';
import { PATTERNS } from '#platform/contract/patterns.ts';
import { Link } from '#platform/web/layout/link.tsx';
import { useSelection } from '#platform/web/layout/selection.tsx';
import { type Blockable, blockHref, mayBlock } from '#traffic/event/web/block-href.ts';
import { isSource } from '#traffic/sources/web/decisions/may-decide.ts';
import { plainValue, type StoredEvent } from './event-values.ts';
import { networkOf } from './white-list-choices.ts';

/** Everything about this event that the block list can name, narrowest first. */
export function blockChoices(event: StoredEvent, platform: 'web' | 'app'): Blockable[] {
  const value = (name: string): string => plainValue(event, name);
  const publisher = value('publisher');
  const site = value('declared_domain') || value('system_domain');
  const choices: Blockable[] = [
    { kind: 'device', value: value('device_id') },
    { kind: 'address', value: value('ip') },
    { kind: 'network', value: networkOf(value('ip')) },
    ...(isSource(publisher)
      ? [
          { kind: 'sub_publisher' as const, value: value('sub_publisher'), publisher },
          { kind: 'publisher' as const, value: publisher },
        ]
      : []),
    platform === 'app'
      ? { kind: 'app', value: value('declared_domain') }
      : { kind: 'domain', value: PATTERNS.host.test(site) ? site : '' },
  ];
  return choices.filter((each) => each.value !== '');
}

/** Leads to the block list with one of them filled in. */
export function BlockMenu({ event }: { event: StoredEvent }) {
  const { t } = useTranslation('events');
  const { pkg } = useSelection();
  const choices = blockChoices(event, pkg.platform);
  if (!mayBlock(pkg) || choices.length === 0) return null;
  return (
    <Menu position="bottom-start" withinPortal shadow="md">
      <Menu.Target>
        <Button variant="default" size="compact-md" leftSection={<IconBan size={16} aria-hidden />}>
          {t('do_block')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {choices.map((choice) => (
          <Menu.Item key={choice.kind} component={Link} to={blockHref(pkg.package_name, choice)} c="inherit" maw={360}>
            {t(`block_${choice.kind}`, { value: choice.value })}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

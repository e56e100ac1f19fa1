import type { Icon } from '@tabler/icons-react';
import IconAd from '@tabler/icons-react/dist/esm/icons/IconAd.mjs';
import IconAdjustments from '@tabler/icons-react/dist/esm/icons/IconAdjustments.mjs';
import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs';
import IconBell from '@tabler/icons-react/dist/esm/icons/IconBell.mjs';
import IconBolt from '@tabler/icons-react/dist/esm/icons/IconBolt.mjs';
import IconCategory from '@tabler/icons-react/dist/esm/icons/IconCategory.mjs';
import IconChartFunnel from '@tabler/icons-react/dist/esm/icons/IconChartFunnel.mjs';
import IconClick from '@tabler/icons-react/dist/esm/icons/IconClick.mjs';
import IconCoins from '@tabler/icons-react/dist/esm/icons/IconCoins.mjs';
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs';
import IconEye from '@tabler/icons-react/dist/esm/icons/IconEye.mjs';
import IconFileAnalytics from '@tabler/icons-react/dist/esm/icons/IconFileAnalytics.mjs';
import IconFileImport from '@tabler/icons-react/dist/esm/icons/IconFileImport.mjs';
import IconGavel from '@tabler/icons-react/dist/esm/icons/IconGavel.mjs';
import IconHandClick from '@tabler/icons-react/dist/esm/icons/IconHandClick.mjs';
import IconHistory from '@tabler/icons-react/dist/esm/icons/IconHistory.mjs';
import IconKey from '@tabler/icons-react/dist/esm/icons/IconKey.mjs';
import IconLayoutDashboard from '@tabler/icons-react/dist/esm/icons/IconLayoutDashboard.mjs';
import IconLink from '@tabler/icons-react/dist/esm/icons/IconLink.mjs';
import IconListSearch from '@tabler/icons-react/dist/esm/icons/IconListSearch.mjs';
import IconListTree from '@tabler/icons-react/dist/esm/icons/IconListTree.mjs';
import IconMap from '@tabler/icons-react/dist/esm/icons/IconMap.mjs';
import IconMessages from '@tabler/icons-react/dist/esm/icons/IconMessages.mjs';
import IconMovie from '@tabler/icons-react/dist/esm/icons/IconMovie.mjs';
import IconNetwork from '@tabler/icons-react/dist/esm/icons/IconNetwork.mjs';
import IconPackage from '@tabler/icons-react/dist/esm/icons/IconPackage.mjs';
import IconPoint from '@tabler/icons-react/dist/esm/icons/IconPoint.mjs';
import IconRefresh from '@tabler/icons-react/dist/esm/icons/IconRefresh.mjs';
import IconSearch from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs';
import IconSend from '@tabler/icons-react/dist/esm/icons/IconSend.mjs';
import IconSettings from '@tabler/icons-react/dist/esm/icons/IconSettings.mjs';
import IconShieldCheck from '@tabler/icons-react/dist/esm/icons/IconShieldCheck.mjs';
import IconShieldLock from '@tabler/icons-react/dist/esm/icons/IconShieldLock.mjs';
import IconTable from '@tabler/icons-react/dist/esm/icons/IconTable.mjs';
import IconTestPipe from '@tabler/icons-react/dist/esm/icons/IconTestPipe.mjs';
import IconTicket from '@tabler/icons-react/dist/esm/icons/IconTicket.mjs';
import IconUserSearch from '@tabler/icons-react/dist/esm/icons/IconUserSearch.mjs';
import IconUsers from '@tabler/icons-react/dist/esm/icons/IconUsers.mjs';
import IconVideo from '@tabler/icons-react/dist/esm/icons/IconVideo.mjs';

/** Icons a page may name in its menu place; a test holds the registry to this table. */
export const MENU_ICONS: Readonly<Record<string, Icon>> = {
  ad: IconAd,
  adjustments: IconAdjustments,
  'alert-triangle': IconAlertTriangle,
  bell: IconBell,
  bolt: IconBolt,
  category: IconCategory,
  'chart-funnel': IconChartFunnel,
  click: IconClick,
  coins: IconCoins,
  download: IconDownload,
  eye: IconEye,
  'file-analytics': IconFileAnalytics,
  'file-import': IconFileImport,
  'hand-click': IconHandClick,
  'list-search': IconListSearch,
  movie: IconMovie,
  network: IconNetwork,
  video: IconVideo,
  package: IconPackage,
  refresh: IconRefresh,
  search: IconSearch,
  send: IconSend,
  settings: IconSettings,
  'shield-check': IconShieldCheck,
  gavel: IconGavel,
  history: IconHistory,
  key: IconKey,
  'layout-dashboard': IconLayoutDashboard,
  link: IconLink,
  map: IconMap,
  'test-pipe': IconTestPipe,
  'list-tree': IconListTree,
  'shield-lock': IconShieldLock,
  table: IconTable,
  messages: IconMessages,
  ticket: IconTicket,
  'user-search': IconUserSearch,
  users: IconUsers,
};

export const menuIcon = (name: string): Icon => MENU_ICONS[name] ?? IconPoint;

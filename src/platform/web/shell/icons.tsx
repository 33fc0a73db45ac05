/** Icons of the sections, for side menu and hubs. */
import {
  IconBuildingCommunity,
  IconCash,
  IconChartBar,
  IconHome,
  IconListDetails,
  IconReceiptOff,
  IconSettings,
  IconTool,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';

const props = { size: 18, stroke: 1.6, 'aria-hidden': true } as const;

export const SECTION_ICONS: Readonly<Record<string, ReactNode>> = {
  '/': <IconHome {...props} />,
  '/admin': <IconSettings {...props} />,
  '/operaciones': <IconBuildingCommunity {...props} />,
  '/mantenimientos': <IconTool {...props} />,
  '/cobranza': <IconCash {...props} />,
  '/reportes': <IconChartBar {...props} />,
  '/catalogos': <IconListDetails {...props} />,
  '/cancelaciones': <IconReceiptOff {...props} />,
};

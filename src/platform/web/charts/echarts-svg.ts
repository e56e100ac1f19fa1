import { use } from 'echarts/core';
import { SVGRenderer } from 'echarts/renderers';
import { init } from './echarts-parts.ts';

// Apart from what screens draw with: it comes when somebody wants such a file.
use([SVGRenderer]);

export { init as initSvg };

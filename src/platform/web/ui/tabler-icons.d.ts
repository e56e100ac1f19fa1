// One module per icon: the package's own entry names all 5,900, which every test file would have to load.
declare module '@tabler/icons-react/dist/esm/icons/*.mjs' {
  import type { Icon } from '@tabler/icons-react';

  const icon: Icon;

  // biome-ignore lint/style/noDefaultExport: describes a package's own shape.
  export default icon;
}

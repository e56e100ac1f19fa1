import { useSelection } from '#platform/web/layout/selection.tsx';
import { userMay } from '#platform/web/session/user-may.ts';
import { Processing } from './processing.tsx';

function useKept(): string | undefined {
  const { pkg } = useSelection();
  return userMay('tracking.write') ? pkg.package_name : undefined;
}

/** Films, for who is signed in (PUB-GAP-02). */
export function AdaoVideoPage() {
  return <Processing kind="video" packageName={useKept()} />;
}

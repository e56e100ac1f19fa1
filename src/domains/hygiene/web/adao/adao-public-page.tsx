import { Processing } from './processing.tsx';

/** Pictures, for anybody: kept for a day, and for nobody's package. */
export const AdaoPublicPage = () => <Processing kind="image" />;

import { serverSlice } from '#platform/server/slice.ts';
import { personalEvents } from './personal-data.ts';

export const TRAFFIC_PRIVACY_SERVER = serverSlice({
  id: 'traffic/privacy',
  personalData: [personalEvents],
});

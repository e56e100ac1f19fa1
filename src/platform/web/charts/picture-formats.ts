/** Forms in which a chart can be had as a picture; what makes them comes when somebody wants one. */
export const PICTURE_FORMATS = ['png', 'svg'] as const;
export type PictureFormat = (typeof PICTURE_FORMATS)[number];

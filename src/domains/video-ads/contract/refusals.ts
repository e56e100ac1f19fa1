import { refusals } from '#platform/contract/message.ts';

/** What video ads refuse. */
export const REFUSALS = refusals({
  tracker_twice: 'There is a tracker of this name already',
  creative_twice: 'There is a creative of this name already',
  tracker_changed: 'Somebody has changed this since you opened it; please open it again',
  tracker_ends_first: 'The end lies before the start',
  no_tag: 'A wrapper needs the address of the tag inside of it',
  own_tag: 'A wrapper of ours cannot be inside of a wrapper of ours',
  no_creative: 'Please choose a creative of this package',
  creative_in_use: 'The tracker {{name}} shows it; please give that one another creative first',
  no_video: 'This is neither MP4 nor MOV nor WebM',
  playlist: 'This is a playlist and not a video',
  no_file: 'Please choose a file',
  part_only: 'You see part of this package only; trackers belong to the whole of it',
});

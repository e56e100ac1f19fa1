import { refusals } from '#platform/contract/message.ts';

/** What brand hygiene refuses. */
export const REFUSALS = refusals({
  hygiene_authorization: 'The authorization of this call is not the one of this installation',
  hygiene_empty: 'Please upload valid file',
  hygiene_kind: 'This is no picture, film or recording that can be analysed here',
  hygiene_large_image: 'Size is too large. upload an image less than 5 mb!',
  hygiene_large_video: 'Size is too large. upload a video less than 50MB!',
  hygiene_large_audio: 'An audio file may have at most 39 MB',
  hygiene_long_video: 'Please upload a video file duration less than 40 seconds',
  hygiene_long_audio: 'An audio file may last at most 1 minute',
  hygiene_unreadable: 'This file cannot be read',
  hygiene_no_picture: 'This film has no picture',
  hygiene_no_sound: 'This recording has no sound',
  hygiene_needs: 'This needs a program that is not installed here: {{needs}}',
  hygiene_ended: 'The address of this upload has ended; please upload the file again',
  hygiene_address: 'This is no address of a file that was uploaded here; please use the one the upload answered',
  hygiene_busy: 'Many files are waiting; please try again in a few minutes',
  hygiene_wrong: 'Something went wrong!',
  hygiene_part_only: 'You see part of this package only; its policy and marks belong to the whole of it',
  hygiene_mark_twice: 'There is a mark of this name already',
  hygiene_mark_unfit: 'Please choose a picture with more than one colour, of at least 16 pixels each way',
  hygiene_no_face: 'No face was found on this picture',
  hygiene_many_faces: 'More than one face was found on this picture',
  hygiene_no_gallery: 'The gallery of this package is switched off',
  hygiene_no_models: 'Faces need a package that is not installed here: {{needs}}',
});

import { refusals } from '#platform/contract/message.ts';

/** What disputes refuse. */
export const REFUSALS = refusals({
  dispute_twice: 'This evidence file is claimed already',
  dispute_nothing: 'This evidence file claims no money: what its events cost is nothing, or nobody knows it',
  dispute_over: 'The time to answer is over',
  dispute_no_line: 'The claim has no line {{line}}',
  dispute_answered: 'Line {{line}} was answered by somebody else meanwhile',
  dispute_not_objected: 'Line {{line}} was not objected to',
  dispute_decided: 'Line {{line}} was decided by somebody else meanwhile',
  dispute_not_yours: 'Only the publisher answers a claim',
  dispute_why: 'Please say why you object',
  dispute_link_ended: 'This link has ended',
  dispute_too_many: 'At most {{most}} events are taken back at once',
  dispute_file_large: 'A file has at most {{most}} MB',
  dispute_files: 'At most {{most}} files belong to a line',
  dispute_files_large: 'The files of a claim have at most {{most}} MB together',
  dispute_file_empty: 'The file is empty',
  dispute_file_kind: 'Files of this kind are not taken; these are: {{kinds}}',
  dispute_file_other: 'The file is not what its name says',
});

import type { EvidenceLine, EvidenceRecord } from './evidence.ts';

/** What other domains ask of evidence files; whoever asks has asked whose package it is. */
export interface EvidenceBook<Db, Tx, Events, File> {
  /** One that is ready; within a transaction it is not deleted before its end. Not found where it is not, 409 where it is not ready. */
  ready(db: Db | Tx, id: number): Promise<EvidenceRecord>;
  /** Its archive; not found where a person in it had to be forgotten. */
  archive(evidence: EvidenceRecord): Promise<File>;
  /** A condition on traffic: the events that a line of it claims, as they were sorted when it was made. */
  eventsOf(db: Db | Tx, evidence: EvidenceRecord, line: EvidenceLine): Promise<Events>;
}

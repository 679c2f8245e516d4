import type { ResponseExpectation } from '#cases/suite/expectation.ts';
import type { Judgement } from '../terms/judgement.ts';

/** One demand on an answer, judged by itself. */
export interface ResponsePart {
  /** The part after the dot in the name of the check, and the key in `response`. */
  readonly name: string;
  demanded(expectation: ResponseExpectation): boolean;
  judge(expectation: ResponseExpectation, answer: string): Judgement;
}

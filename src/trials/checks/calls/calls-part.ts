import type { ToolsExpectation } from '#cases/suite/expectation.ts';
import type { Judgement } from '../terms/judgement.ts';
import type { ComparedCalls } from './compared-calls.ts';

/** One demand on tool calls or plan steps, judged by itself. */
export interface CallsPart {
  /** The part after the dot in the name of the check: `order` in `tools.order`. */
  readonly name: string;
  demanded(expectation: ToolsExpectation): boolean;
  judge(calls: ComparedCalls): Judgement;
}

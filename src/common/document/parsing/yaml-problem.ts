import type { Position } from '../parsed-document.ts';

/** A problem at a place of a YAML text. */
export interface YamlProblem {
  readonly position: Position;
  readonly path: string;
  readonly message: string;
}

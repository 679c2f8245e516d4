/** The runners whose results are read, as `suite.results` names them, in the order in which a file of another one is recognised. */
export const RESULT_FORMATS = [
  ...(['vitest', 'pytest', 'junit', 'jsonl', 'promptfoo'] as const),
  ...(['evalite', 'inspect', 'ctrf', 'adk', 'deepeval', 'rows'] as const),
] as const;

/** The name of one; `rows`: a file of the team's own, as the config maps it. */
export type ResultFormat = (typeof RESULT_FORMATS)[number];

/** What compares behaviour: `behaviour:` of a config, and its words. */
export const BEHAVIOUR = [
  'src/gate/behaviour',
  'src/gate/decision/behaviour',
  'src/trials/trial/stored-calls.ts',
  'src/report/reasons/behaviour-words.ts',
];

/** What finds the line that broke a case: `explain:` of a config, and `which`. */
export const LINES = [
  'src/gate/lines',
  'src/report/reasons/line-words.ts',
  'src/runner/lines',
  'src/runner/workspace/versions',
  'src/commands/compose/explained-evaluation.ts',
  'src/commands/cli/which.ts',
];

/** Broken copies of stored trials: `mutants`. */
export const MUTANTS = [
  'src/gate/bite/mutants',
  'src/runner/mutants',
  'src/report/terminal/render-mutants.ts',
  'src/commands/cli/mutants.ts',
  'src/commands/options/bite-flags.ts',
];

/** The commands besides `run` and `validate`: one piece, since a bundle in many small files starts slower. */
export { calibrateRuns } from './calibrate.ts';
export { caseFromTrace } from './cases/from-trace.ts';
export { importCases } from './cases/import.ts';
export { suggestHere } from './cases/suggest.ts';
export { compareFiles } from './compare.ts';
export { compareAgentsHere } from './compare-agents.ts';
export { compareRounds } from './compare-rounds.ts';
export { tellDemo } from './demo.ts';
export { showHistory } from './history.ts';
export { calibrateJudge } from './judged/calibrate-judge.ts';
export { labelTrajectories } from './judged/label.ts';
export { regradeResults } from './judged/regrade.ts';
export { breakResults } from './mutants.ts';
export { reportFiles } from './report.ts';
export { showStoredCase } from './show.ts';
export { writeStarter } from './starter/init.ts';
export { varyCases } from './variants/variants.ts';

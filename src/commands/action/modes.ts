/** What each mode of the action does: one piece, since a bundle in many small files starts slower. */
export { commandOnGithub } from './command-on-github.ts';
export { compareOnGithub } from './compare-on-github.ts';
export { evaluateOnGithub } from './evaluate-on-github.ts';
export { mergeOnGithub } from './merge-on-github.ts';
export { reportOnGithub } from './report-on-github.ts';

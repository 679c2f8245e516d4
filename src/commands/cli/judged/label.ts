import { userInfo } from 'node:os';
import { relative, resolve } from 'node:path';
import type { LabelOptions } from '#commands/options/judge-flags.ts';
import { type Answers, readAnswers } from '#commands/terminal/answers.ts';
import { escapeTerminal } from '#commands/terminal/escape-terminal.ts';
import { lookOf } from '#commands/terminal/look.ts';
import { errorMessage } from '#common/error-message.ts';
import { listed, plural } from '#common/words.ts';
import { type Label, subjectOf } from '#judge/labels/label.ts';
import { parseLabels } from '#judge/labels/parse-labels.ts';
import { questionHash } from '#judge/question-hash.ts';
import { EXIT } from '#report/exit-code.ts';
import { renderToLabel } from '#report/terminal/render-to-label.ts';
import { findToLabel, type LabelDraw, type ToLabel } from '#runner/labels/find-to-label.ts';
import { type LabelFolder, labelFolder } from '#runner/workspace/labels/label-folder.ts';
import { commandName } from '../common/command-name.ts';
import { say, sayIssues } from '../common/say.ts';
import { suiteHere } from '../common/suite-here.ts';
import { untilStopped } from '../common/until-stopped.ts';
import { runsOfMain } from './runs-of-main.ts';

/** What `agent-eval label` does. */
export async function labelTrajectories(files: readonly string[], options: LabelOptions): Promise<void> {
  await untilStopped((signal) => labelHere(files, options, signal));
}

async function labelHere(files: readonly string[], options: LabelOptions, signal: AbortSignal): Promise<number> {
  const cwd = process.cwd();
  const main = await runsOfMain(files);
  if ('problem' in main) return refuse(main.problem);
  const loaded = await suiteHere(options.config, 'labelled');
  if ('problem' in loaded) return refuse(loaded.problem);
  const folder = labelFolder(cwd, resolve(cwd, options.labels));
  const known = parseLabels(await folder.files());
  if (known.issues.length > 0) {
    sayIssues(known.issues);
    return EXIT.usage;
  }
  const order = { size: options.sample, seed: options.seed, criteria: options.criteria };
  const draw = await findToLabel(main.runs, loaded.suite, main.baselines, order).catch((error: unknown) => ({
    problem: `the trajectories of a run ${errorMessage(error)}`,
  }));
  if ('problem' in draw) return refuse(draw.problem);
  const nothing = whyNothing(draw, options);
  if (nothing !== null) return refuse(nothing);

  const done = new Set(known.labels.map(({ label }) => subjectOf(label)));
  const open = draw.to_label.filter(({ subject }) => !done.has(subjectOf(subject)));
  const labeller = options.labeller ?? userName();
  const file = `${labeller.replace(/[^A-Za-z0-9._-]+/g, '-').replace(/^[.-]+/, '') || 'labels'}.jsonl`;
  say(opening(draw, open.length, options));
  const answers = readAnswers(process.stdin, signal);
  const session = await ask(open, {
    answers,
    folder,
    file,
    labeller,
    before: draw.to_label.length - open.length,
  }).finally(answers.close);
  say(closing(session, open.length, relative(cwd, resolve(cwd, options.labels, file))));
  return EXIT.pass;
}

interface Session {
  readonly answers: Answers;
  readonly folder: LabelFolder;
  readonly file: string;
  readonly labeller: string;
  /** Labelled before. */
  readonly before: number;
}

interface Asked {
  readonly labelled: number;
  readonly skipped: number;
}

const KEYS = ['y', 'n', 's', 'q'] as const;

/** Asks one question after the other; each answer is on disk before the next question is shown. */
async function ask(open: readonly ToLabel[], { answers, folder, file, labeller, before }: Session): Promise<Asked> {
  let [labelled, skipped] = [0, 0];
  for (const [index, item] of open.entries()) {
    const { subject, criterion, blocks, drawn, line } = item;
    const screen = { case_id: subject.case_id, turn: subject.turn ?? null, criterion, blocks };
    const numbers = { number: before + index + 1, of: before + open.length };
    process.stdout.write(`${renderToLabel({ ...screen, ...numbers }, lookOf(process.stdout))}\n`);
    process.stdout.write('y yes · n no · s skip · q quit > ');
    const key = await answers.next(KEYS);
    process.stdout.write(`${key ?? ''}\n\n`);
    if (key === null || key === 'q') break;
    if (key === 's') skipped += 1;
    else {
      const label: Label = {
        ...subject,
        label: key === 'y' ? 'met' : 'not_met',
        labeller,
        question: questionHash(criterion),
        drawn,
      };
      folder.keep(subject.trajectory, line);
      folder.append(file, label);
      labelled += 1;
    }
  }
  return { labelled, skipped };
}

function whyNothing({ to_label, judged, outdated }: LabelDraw, { criteria }: LabelOptions): string | null {
  if (to_label.length > 0) return null;
  if (outdated > 0)
    return `the ${plural(outdated, 'judged trial')} answered other cases than the config has now; "${commandName()} regrade" judges them again`;
  const known = [...judged.keys()];
  if (criteria.length > 0)
    return `no stored trial was judged by ${listed(criteria)}${known.length === 0 ? '' : `; judged were ${listed(known)}`}`;
  return 'no stored trial was judged: cases name criteria under `expect: {judge: […]}`, and a run of main with `judge:` in the config stores verdicts';
}

function opening({ to_label, judged, outdated }: LabelDraw, open: number, { sample, seed }: LabelOptions): string {
  const drawn = `Drawn at random (seed ${seed}): ${plural(to_label.length, 'trajectory', 'trajectories')}, at most ${sample} of each criterion`;
  const from = listed([...judged].map(([id, count]) => `${id} of ${count}`));
  const done = to_label.length - open;
  return [
    `${drawn} (${from}).`,
    ...(outdated === 0
      ? []
      : [`Left out: ${plural(outdated, 'trial')} that answered other cases than the config has now.`]),
    ...(done === 0 ? [] : [`${done} of them labelled before.`]),
    '',
  ].join('\n');
}

function closing({ labelled, skipped }: Asked, open: number, file: string): string {
  const left = open - labelled - skipped;
  const rest = left === 0 ? 'the draw is done' : `${left} to go: the same command continues`;
  const passed = skipped === 0 ? '' : `, ${skipped} skipped`;
  return escapeTerminal(`${plural(labelled, 'label')} added to ${file}${passed}; ${rest}`);
}

function userName(): string {
  try {
    return userInfo().username || 'unknown';
  } catch {
    return 'unknown';
  }
}

function refuse(problem: string): number {
  if (problem !== '') say(`agent-eval: ${problem}`);
  return EXIT.usage;
}

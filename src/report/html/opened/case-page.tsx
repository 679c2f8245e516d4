import type { ComponentChildren } from 'preact';
import { jsonText } from '#common/json-text.ts';
import { listed, percent, plural } from '#common/words.ts';
import { sparkline } from '#gate/history/sparkline.ts';
import { regradedWords } from '#report/labels.ts';
import { alignTrials, firstToOpen } from '../align/align-trials.ts';
import type { knowsRequests } from '../align/request-diff.ts';
import { type CaseData, type TrialData, trajectoryOf } from '../data/case-data.ts';
import type { CaseFacts } from '../data/case-facts.ts';
import { copyButton } from '../markup/copy-button.tsx';
import { Link } from '../markup/link.tsx';
import { visibleText } from '../markup/shown.ts';
import { alignedCalls } from './aligned-calls.tsx';
import { dots, OUTCOME_SIGN, OUTCOME_WORDS } from './dots.tsx';
import { longText } from './long-text.tsx';
import { requestChanges } from './request-changes.tsx';
import { timeline } from './timeline.tsx';
import { findings, summaryOf, workspaceTexts } from './trial-summary.tsx';

/** What is shown of an opened case: places in its trials, from 0; `null`: that side has none, or none is wanted. */
export interface Opened {
  readonly here: number | null;
  readonly main: number | null;
}

/** What main is called. */
type Named = Pick<CaseFacts, 'branch'>;

/** What a reader sees first of a case: a trial that failed, next to the trial of main that it is best compared with. */
export function firstLook({ here, main }: CaseData): Opened {
  const first = firstToOpen(here);
  return first === undefined
    ? { here: null, main: main.length > 0 ? 0 : null }
    : besideMatch({ here, main }, here.indexOf(first));
}

/** A trial here next to its match on main. */
export function besideMatch({ here }: Pick<CaseData, 'here' | 'main'>, place: number): Opened {
  return { here: place, main: here[place]?.match ?? null };
}

/** An opened case: what is known of it, its trials to choose from, and two of them side by side. */
export function casePage(facts: CaseFacts, data: CaseData, opened: Opened): ComponentChildren {
  const { command } = facts;
  return [
    caseHead(facts),
    trialChoice(data, opened, facts),
    trialPair(data, opened, facts),
    <p class="command">
      {'Run it again: '}
      <code>{visibleText(command)}</code> {copyButton(command, 'Copy the command')}
    </p>,
  ];
}

function caseHead(facts: CaseFacts): ComponentChildren {
  const { id, name, renamed_from, branch, standing, regraded, tags, main, here, place, place_url } = facts;
  return (
    <header class="case-head">
      <h1 tabindex={-1}>
        {name === null ? <code>{visibleText(id)}</code> : visibleText(name)}{' '}
        <span class={`group ${facts.group}`}>{standing}</span>
      </h1>
      {name === null ? null : (
        <p>
          <code>{visibleText(id)}</code>
        </p>
      )}
      <p class="facts">
        {`${branch} `}
        {dots(main)}
        {' → here '}
        {dots(here)}
        {tags.map((tag) => (
          <span class="tag">{visibleText(tag)}</span>
        ))}
        {place === null ? null : place_url === null ? (
          <code>{visibleText(place)}</code>
        ) : (
          <Link href={place_url}>{visibleText(place)}</Link>
        )}
      </p>
      {renamed_from === null ? null : (
        <p class="note">
          {`On ${branch} it is called `}
          <code>{visibleText(renamed_from)}</code>.
        </p>
      )}
      {regraded ? <p class="note">{`Its ${regradedWords(branch)}.`}</p> : null}
      {facts.alike.map((words) => (
        <p class="note">{`Here: ${words}.`}</p>
      ))}
      {facts.why === null ? null : <p class="why">{visibleText(facts.why)}</p>}
      {trendOf(facts)}
    </header>
  );
}

/** The case in main's last runs as a line of bars; `null` if fewer than two judged it. */
function trendOf({ trend, branch }: CaseFacts): ComponentChildren {
  const rates = trend.map((run) => (run === null || run[1] === 0 ? null : run[0] / run[1]));
  const known = rates.filter((rate) => rate !== null);
  if (known.length < 2) return null;
  const words = `pass rate in ${plural(known.length, 'run')} of ${branch}: ${percent(Math.min(...known))} to ${percent(Math.max(...known))}`;
  return (
    <p class="facts">
      {`Last runs of ${branch} `}
      <span class="signs" role="img" aria-label={words}>
        {sparkline(rates)}
      </span>
      {` ${words}`}
    </p>
  );
}

function trialChoice({ here, main }: CaseData, opened: Opened, { branch }: Named): ComponentChildren {
  return (
    <div class="choice">
      <h2 class="hidden">Trials</h2>
      {here.length === 0 ? <p class="none">No trial of this case ran here.</p> : null}
      <div role="group" aria-label="trials here">
        {here.length === 0 ? null : 'Trials here '}
        {here.map(({ trial, outcome, seen }, place) => (
          <button type="button" class={`trial ${outcome}`} data-trial={place} aria-pressed={place === opened.here}>
            {`${OUTCOME_SIGN[outcome]} ${trial}`}
            <span class="hidden">{` ${OUTCOME_WORDS[outcome]}${seen.kind === 'none' ? ', no trajectory here' : ''}`}</span>
          </button>
        ))}
      </div>
      {main.length === 0 ? (
        <p class="none">{`${branch} has no trial of this case.`}</p>
      ) : (
        mainChoice(main, opened, branch)
      )}
    </div>
  );
}

function mainChoice(main: readonly TrialData[], opened: Opened, branch: string): ComponentChildren {
  const runs = new Set(main.map(({ run }) => run)).size;
  return (
    <label>
      {`beside one of ${branch}: `}
      <select data-main>
        <option value="" selected={opened.main === null}>
          none
        </option>
        {main.map(({ trial, run, outcome, seen }, place) => (
          <option
            value={place}
            selected={place === opened.main}
          >{`${OUTCOME_SIGN[outcome]} trial ${trial}${runs > 1 ? ` of run ${run}` : ''}, ${OUTCOME_WORDS[outcome]}${seen.kind === 'none' ? ' (no trajectory)' : ''}`}</option>
        ))}
      </select>
    </label>
  );
}

/** Two trials side by side with all that is known of the one here. */
export function trialPair(data: CaseData, opened: Opened, { branch }: Named): ComponentChildren {
  const here = opened.here === null ? null : (data.here[opened.here] ?? null);
  const main = opened.main === null ? null : (data.main[opened.main] ?? null);
  const sides = { main: main && trajectoryOf(main), here: here && trajectoryOf(here) };
  const alignment = alignTrials(sides.main, sides.here);
  const isMatch = here !== null && here.match !== null && here.match === opened.main;
  const trial = here ?? main;
  const seen = sides.here ?? sides.main;
  return (
    <div class="pair">
      {trial === null ? null : summaryOf(trial, alignment, sides.main !== null && sides.here !== null ? branch : null)}
      {trial === null ? null : findings(trial)}
      {isMatch && here !== null && alignment.first_difference !== null
        ? requestChanges(here.request, data.segments, branch)
        : null}
      {isMatch && here?.request === null && seen !== null && alignment.first_difference !== null && !hasTimes(seen) ? (
        <p class="none">What the model was shown is not recorded: the agent’s calls did not go through the recorder.</p>
      ) : null}
      {gaps(main, `of ${branch}`)}
      {gaps(here, 'here')}
      {seen === null
        ? null
        : alignedCalls({
            alignment,
            branch,
            failing: failingTurns(trial),
            main:
              sides.main === null || main === null
                ? null
                : { title: `${branch}, ${nameOf(main)}`, expected: main.expected },
            here:
              sides.here === null || here === null ? null : { title: `here, ${nameOf(here)}`, expected: here.expected },
          })}
      {trial === null || seen === null ? null : more(trial, here === null ? `on ${branch}` : 'here')}
    </div>
  );
}

/** Turns with a failed check of their own. */
export function failingTurns(trial: Pick<TrialData, 'checks'> | null = null): ReadonlySet<number> {
  return new Set(trial?.checks.flatMap(({ turn, passed }) => (passed === false ? (turn ?? []) : [])));
}

function hasTimes(trajectory: Parameters<typeof knowsRequests>[0]): boolean {
  return trajectory.turns.some(({ model_calls }) => (model_calls ?? []).length > 0);
}

function nameOf({ trial, outcome }: TrialData): string {
  return `trial ${trial}: ${OUTCOME_SIGN[outcome]} ${OUTCOME_WORDS[outcome]}`;
}

/** What can't be shown of a trial, in its place. */
function gaps(trial: TrialData | null, side: string): ComponentChildren {
  if (trial === null) return null;
  const { seen } = trial;
  const whose = `Trial ${trial.trial} ${side}`;
  if (seen.kind === 'whole') {
    return seen.redacted ? <p class="gap-note">{`${whose}: secrets in it are replaced by ***.`}</p> : null;
  }
  if (seen.kind === 'cut') {
    return (
      <div class="gap-note">
        <p>{`${whose}: only the beginning is stored (${seen.note}); it can’t be compared with another.`}</p>
        <details>
          <summary>the beginning, as stored</summary>
          {longText(seen.beginning)}
        </details>
      </div>
    );
  }
  return <p class="gap-note">{`${whose}: ${NOT_THERE[seen.why]}`}</p>;
}

const NOT_THERE = {
  not_stored: 'its trajectory is not stored here; the input “trajectories: all” stores every one.',
  left_out: 'its trajectory is left out to keep this file small; trajectories.jsonl of the run has it.',
} as const;

function more(trial: TrialData, which: string): ComponentChildren {
  const trajectory = trajectoryOf(trial);
  if (trajectory === null) return null;
  const texts = [
    ...workspaceTexts(trajectory),
    { title: 'Log', text: trajectory.log },
    { title: 'Standard error', text: trajectory.stderr },
  ].filter(({ text }) => text.trim() !== '');
  return [
    <details class="more" open={hasTimes(trajectory)}>
      <summary>{`Time, tokens and cost of trial ${trial.trial} ${which}`}</summary>
      <div class="scroll" tabindex={0} role="group" aria-label="time, tokens and cost">
        {timeline(trajectory)}
      </div>
    </details>,
    texts.map(({ title, text }) => (
      <details class="more">
        <summary>{`${title} of trial ${trial.trial} ${which}`}</summary>
        {longText(text)}
      </details>
    )),
    <details class="more" data-raw>
      <summary>As JSON</summary>
      {longText(jsonText(trajectory, 2))}
    </details>,
  ];
}

/** How many trials have no trajectory in the report, as a note for the reader; `null` if all have one. */
export function leftOut({ here, main }: CaseData, { branch }: Named): string | null {
  const missing = [...here, ...main].filter(({ seen }) => seen.kind === 'none' && seen.why === 'left_out');
  if (missing.length === 0) return null;
  const which = missing.map(({ trial, run }) => `${run === null ? 'here' : branch} ${trial}`);
  return `${plural(missing.length, 'trial')} left out to keep the file small: ${listed(which, 8)}`;
}

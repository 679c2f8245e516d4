import type { ComponentChildren } from 'preact';
import { alignTrials } from '../align/align-trials.ts';
import { type CaseData, trajectoryOf } from '../data/case-data.ts';
import type { CaseFacts } from '../data/case-facts.ts';
import type { CriterionToLabel } from '../data/label-data.ts';
import { shown } from '../markup/shown.ts';
import { alignedCalls } from './aligned-calls.tsx';
import type { Opened } from './case-page.tsx';
import { longText } from './long-text.tsx';

/**
 * An opened case for a reader who labels: one trial and the questions about it, without any sign of what judge, checks or gate
 * said of it. `null`: no judge decided anything in the trial, or its trajectory is not at hand.
 */
export function labelPage({ id, name }: CaseFacts, { here, main }: CaseData, opened: Opened): ComponentChildren {
  const trials = opened.here === null ? main : here;
  const place = opened.here ?? opened.main;
  const trial = place === null ? undefined : trials[place];
  const trajectory = trial === undefined ? null : trajectoryOf(trial);
  if (trial === undefined || trajectory === null || trial.labels === null) return null;
  const { criteria, context } = trial.labels;
  return [
    <header class="case-head">
      <h1 tabindex={-1}>
        {'Label '}
        <code>{shown(id)}</code>
        {`, trial ${trial.trial}`}
      </h1>
      {name === null ? null : <p>{shown(name)}</p>}
      <p class="note">
        {'What the judge said is hidden here. Answer by the keys '}
        <kbd>1</kbd>
        {' met and '}
        <kbd>2</kbd>
        {' not met, or by the buttons; '}
        <kbd>l</kbd>
        {' opens the next trial. '}
        <button type="button" data-action="label">
          Back to the verdicts
        </button>
      </p>
      {opened.here === null ? null : trialButtons(here, opened.here)}
      <p>
        <label>
          {'Your name '}
          <input id="labeller" type="text" autocomplete="name" spellcheck={false} />
        </label>
      </p>
    </header>,
    <ol class="questions">{criteria.map(questionOf)}</ol>,
    context === null ? null : (
      <details>
        <summary>The agent’s context</summary>
        {longText(context)}
      </details>
    ),
    alignedCalls({
      alignment: alignTrials(null, trajectory),
      main: null,
      here: { title: `trial ${trial.trial}`, expected: null },
    }),
  ];
}

function trialButtons(trials: CaseData['here'], place: number): ComponentChildren {
  return (
    <p class="choice" role="group" aria-label="trials here">
      {'Trials here '}
      {trials.map(({ trial }, index) => (
        <button type="button" class="trial" data-trial={index} aria-pressed={index === place}>
          {String(trial)}
        </button>
      ))}
    </p>
  );
}

function questionOf({ criterion, turn, ask }: CriterionToLabel, index: number): ComponentChildren {
  const where = turn === null ? '' : ` (turn ${turn})`;
  return (
    <li data-question={index}>
      <b id={`question-${index}`}>
        {ask === null ? <code>{shown(criterion)}</code> : shown(ask)}
        {where}
      </b>{' '}
      <span role="group" aria-labelledby={`question-${index}`}>
        {answerButton(index, 'met', 'Met')} {answerButton(index, 'not_met', 'Not met')}
      </span>
    </li>
  );
}

function answerButton(index: number, answer: 'met' | 'not_met', words: string): ComponentChildren {
  return (
    <button type="button" class="trial" data-answer={answer} data-of={index} aria-pressed="false">
      {words}
    </button>
  );
}

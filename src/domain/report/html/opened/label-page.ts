import { alignTrials } from '../align/align-trials.ts';
import { type CaseData, trajectoryOf } from '../data/case-data.ts';
import type { CaseFacts } from '../data/case-facts.ts';
import type { CriterionToLabel } from '../data/label-data.ts';
import { el, type Markup, shown } from '../markup/markup.ts';
import { alignedCalls } from './aligned-calls.ts';
import type { Opened } from './case-page.ts';
import { longText } from './long-text.ts';

/**
 * An opened case for a reader who labels: one trial and the questions about it, without any sign of what judge, checks or gate
 * said of it. `null`: no judge decided anything in the trial, or its trajectory is not at hand.
 */
export function labelPage({ id, name }: CaseFacts, { here, main }: CaseData, opened: Opened): Markup {
  const trials = opened.here === null ? main : here;
  const place = opened.here ?? opened.main;
  const trial = place === null ? undefined : trials[place];
  const trajectory = trial === undefined ? null : trajectoryOf(trial);
  if (trial === undefined || trajectory === null || trial.labels === null) return null;
  const { criteria, context } = trial.labels;
  return [
    el(
      'header',
      { class: 'case-head' },
      el('h1', { tabindex: -1 }, 'Label ', el('code', {}, shown(id)), `, trial ${trial.trial}`),
      name === null ? null : el('p', {}, shown(name)),
      el(
        'p',
        { class: 'note' },
        'What the judge said is hidden here. Answer by the keys ',
        el('kbd', {}, '1'),
        ' met and ',
        el('kbd', {}, '2'),
        ' not met, or by the buttons; ',
        el('kbd', {}, 'l'),
        ' opens the next trial. ',
        el('button', { type: 'button', 'data-action': 'label' }, 'Back to the verdicts'),
      ),
      opened.here === null ? null : trialButtons(here, opened.here),
      el(
        'p',
        {},
        el(
          'label',
          {},
          'Your name ',
          el('input', { id: 'labeller', type: 'text', autocomplete: 'name', spellcheck: 'false' }),
        ),
      ),
    ),
    el('ol', { class: 'questions' }, criteria.map(questionOf)),
    context === null ? null : el('details', {}, el('summary', {}, 'The agent’s context'), longText(context)),
    alignedCalls({
      alignment: alignTrials(null, trajectory),
      main: null,
      here: { title: `trial ${trial.trial}`, expected: null },
    }),
  ];
}

function trialButtons(trials: CaseData['here'], place: number): Markup {
  return el(
    'p',
    { class: 'choice', role: 'group', 'aria-label': 'trials here' },
    'Trials here ',
    trials.map(({ trial }, index) =>
      el(
        'button',
        { type: 'button', class: 'trial', 'data-trial': index, 'aria-pressed': String(index === place) },
        String(trial),
      ),
    ),
  );
}

function questionOf({ criterion, turn, ask }: CriterionToLabel, index: number): Markup {
  const where = turn === null ? '' : ` (turn ${turn})`;
  return el(
    'li',
    { 'data-question': index },
    el('b', { id: `question-${index}` }, ask === null ? el('code', {}, shown(criterion)) : shown(ask), where),
    ' ',
    el(
      'span',
      { role: 'group', 'aria-labelledby': `question-${index}` },
      answerButton(index, 'met', 'Met'),
      ' ',
      answerButton(index, 'not_met', 'Not met'),
    ),
  );
}

function answerButton(index: number, answer: 'met' | 'not_met', words: string): Markup {
  return el(
    'button',
    { type: 'button', class: 'trial', 'data-answer': answer, 'data-of': index, 'aria-pressed': 'false' },
    words,
  );
}

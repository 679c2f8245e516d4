import type { Label } from '#domain/label.ts';
import type { CriterionToLabel } from '#domain/report/html/data/label-data.ts';

/** A reader's answer to one question about a trial. */
export type Answer = Label['label'];

/** The labels of a reader, until the page is closed; they go into a file to download, in the form of `labels/*.jsonl`. */
export interface Labels {
  readonly set: (id: string, trajectory: string, about: CriterionToLabel, answer: Answer) => void;
  /** `null`: none was given. */
  readonly answerTo: (id: string, trajectory: string, about: CriterionToLabel) => Answer | null;
  readonly labeller: () => string;
  readonly signAs: (name: string) => void;
}

/** Shows a button in `place` once there is a label. */
export function labelFile(place: HTMLElement): Labels {
  const labels = new Map<string, Omit<Label, 'labeller'>>();
  let labeller = '';
  const button = document.createElement('button');
  button.type = 'button';
  button.id = 'labels';
  button.addEventListener('click', () => {
    const signed = [...labels.values()].map((label): Label => ({ ...label, labeller: labeller.trim() || 'report' }));
    const lines = signed.map((label) => `${JSON.stringify(label)}\n`).join('');
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([lines], { type: 'application/jsonl' }));
    link.download = 'labels.jsonl';
    link.click();
    URL.revokeObjectURL(link.href);
  });
  return {
    set(id, trajectory, about, answer) {
      const { criterion, turn, question } = about;
      labels.set(keyOf(id, trajectory, about), {
        case_id: id,
        trajectory,
        criterion,
        ...(turn === null ? {} : { turn }),
        label: answer,
        ...(question === null ? {} : { question }),
      });
      button.textContent = `Download labels.jsonl (${labels.size})`;
      if (!button.isConnected) place.append(button);
    },
    answerTo: (id, trajectory, about) => labels.get(keyOf(id, trajectory, about))?.label ?? null,
    labeller: () => labeller,
    signAs(name) {
      labeller = name;
    },
  };
}

function keyOf(id: string, trajectory: string, { criterion, turn }: CriterionToLabel): string {
  return JSON.stringify([id, trajectory, criterion, turn]);
}

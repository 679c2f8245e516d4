/** What a reader thinks of the judgement of a check. */
interface Label {
  readonly case: string;
  readonly side: 'main' | 'here';
  readonly run: number | null;
  readonly trial: number;
  readonly check: string;
  readonly judged: string;
  readonly right: boolean;
}

/** The labels of a reader, until the page is closed; they go into a file to download. */
export interface Labels {
  readonly set: (label: Label) => void;
  /** What was said of a check, in a word; '' if nothing. */
  readonly wordOf: (label: Omit<Label, 'judged' | 'right'>) => string;
}

/** Shows a button in `place` once there is a label. */
export function labelFile(place: HTMLElement): Labels {
  const labels = new Map<string, Label>();
  const button = document.createElement('button');
  button.type = 'button';
  button.id = 'labels';
  button.addEventListener('click', () => {
    const lines = [...labels.values()].map((label) => `${JSON.stringify(label)}\n`).join('');
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([lines], { type: 'application/jsonl' }));
    link.download = 'labels.jsonl';
    link.click();
    URL.revokeObjectURL(link.href);
  });
  return {
    set(label) {
      labels.set(keyOf(label), label);
      button.textContent = `Download labels.jsonl (${labels.size})`;
      if (!button.isConnected) place.append(button);
    },
    wordOf: (label) => {
      const known = labels.get(keyOf(label));
      return known === undefined ? '' : known.right ? '✓ right' : '✗ wrong';
    },
  };
}

function keyOf({ case: id, side, run, trial, check }: Omit<Label, 'judged' | 'right'>): string {
  return JSON.stringify([id, side, run, trial, check]);
}

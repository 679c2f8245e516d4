/** `refunds.jsonl` of `evals/refunds.jsonl`. */
export function baseName(file: string): string {
  return file.replace(/^.*[/\\]/, '');
}

/** `refunds` of `evals/refunds.jsonl`. */
export function fileStem(file: string): string {
  return baseName(file).replace(/\.[^.]*$/, '');
}

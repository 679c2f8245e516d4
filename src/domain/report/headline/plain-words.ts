/** A reason's words without the verdict that begins some of them: `can't tell: …`. */
export function plainWords(message: string): string {
  return message.replace(/^can't tell(?:: | )/, '');
}

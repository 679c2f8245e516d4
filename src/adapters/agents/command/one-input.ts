/** Advice for a program that takes no turns as lines and runs as a worker all the same. */
export const ONE_INPUT = 'a program that reads one input and ends wants "{input}" in agent.command, or mode: one-shot';

/** Waits until it is told to stop, says so, and leaves with 130 or, stubborn, stays. */
const stubborn = process.env['INPUT_STUBBORN'] === 'true';
const alive = setInterval(() => {}, 60_000);

process.on('SIGINT', () => {
  console.log('interrupted');
  if (stubborn) return;
  clearInterval(alive);
  process.exitCode = 130;
});
console.log('waiting');

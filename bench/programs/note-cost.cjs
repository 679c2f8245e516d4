// Preloaded: notes what the process has cost when it ends, memory in kB and processor time in ms, threads included.
const { writeFileSync } = require('node:fs');
const { isMainThread } = require('node:worker_threads');

if (isMainThread)
  process.on('exit', () => {
    const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
    writeFileSync(
      process.env.COST_FILE,
      JSON.stringify({ peak_kb: maxRSS, cpu_ms: (userCPUTime + systemCPUTime) / 1000 }),
    );
  });

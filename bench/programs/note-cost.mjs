// Preloaded: notes what the process has cost when it ends, memory in kB and processor time in ms.
import { writeFileSync } from 'node:fs';

process.on('exit', () => {
  const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
  writeFileSync(
    process.env.COST_FILE,
    JSON.stringify({ peak_kb: maxRSS, cpu_ms: (userCPUTime + systemCPUTime) / 1000 }),
  );
});

import { playRecorded } from '/work/main/test/heavy/recorder/play-recorded.ts';
import { pythonEnvironment } from '/work/main/test/heavy/support/python-environment.ts';
const py = await pythonEnvironment('frameworks');
const ways = process.argv.slice(2);
const r = await playRecorded({ command: [py.python, 'sdks.py'], env: py.env }, { ways, trials: 1 });
console.log(r.exitCode, r.shown.slice(-3000));
for (const [k,v] of r.trials) console.log(k, JSON.stringify(v.map(({metadata,...t})=>t),null,1));
console.log(r.failures, r.streams);

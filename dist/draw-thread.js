var[{workAsThread:r},{tallyDraws:a}]=await Promise.all([import("./chunks/adapters-process-threads.js"),import("./chunks/domain-calibration-tally-draws.js")]);r(a);

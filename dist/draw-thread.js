var{makeDraws:a}=await import("./chunks/entry-cli-calibrate-make-draws.js");a();

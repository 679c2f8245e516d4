import{a,b}from"./adapters-process-threads-2.js";import"./helpers.js";export{a as onThreads,b as workAsThread};

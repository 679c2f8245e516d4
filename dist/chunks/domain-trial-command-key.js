import{k as t}from"./noble-hashes.js";function r({run:o,timeout_ms:n,restore:e,files:m}){return t({run:o,timeout_ms:n,restore:e??[],files:m?.hash??null})}export{r as a};
